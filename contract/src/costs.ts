// Costs of messages: the operator's rates, the charges, and the estimate for a campaign.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { nullable } from './nullable.ts';

const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: "A day of the company's time zone.",
  examples: ['2026-11-15'],
});

export const costGroups = ['day', 'sender', 'campaign', 'template', 'country', 'category'] as const;
export type CostGroup = (typeof costGroups)[number];

export const CostQuery = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    group: Type.Optional(
      TextEnum(costGroups, { description: 'What is added up for itself. Left out: by day.' }),
    ),
  },
  { additionalProperties: false },
);
export type CostQuery = Static<typeof CostQuery>;

export const Amount = Type.Object({
  currency: Type.String({ examples: ['USD'] }),
  amount: Type.String({ description: 'As a decimal number.', examples: ['12.345600'] }),
});
export type Amount = Static<typeof Amount>;

const figures = {
  charged: Type.Integer({ description: 'Messages that the provider charges for.' }),
  free: Type.Integer({
    description: 'Messages that cost nothing: inside the window, or after a click on an advertisement.',
  }),
  unpriced: Type.Integer({ description: 'Charged messages for which no rate is known.' }),
  amounts: Type.Array(Amount, { description: 'What they cost by the rates of their day, by currency.' }),
};

export const Costs = Type.Object(
  {
    from: Day,
    to: Day,
    group: TextEnum(costGroups),
    ...figures,
    data: Type.Array(
      Type.Object({
        key: Type.String({
          description: 'The day, the id of the sender or campaign, or the name. Empty: it has none.',
        }),
        name: Type.String({ description: 'For people.' }),
        ...figures,
      }),
    ),
  },
  { $id: 'Costs', description: 'What messages have cost.' },
);
export type Costs = Static<typeof Costs>;

export const CostEstimate = Type.Object(
  {
    category: Type.String({
      description: "The template's category; `service` for what is no template.",
      examples: ['marketing'],
    }),
    messages: Type.Integer({ description: 'Messages that may be charged.' }),
    unpriced: Type.Integer({ description: 'Messages for which no rate is known.' }),
    amounts: Type.Array(Amount, {
      description: 'What the others cost by the rates of that day, by currency.',
    }),
    countries: Type.Array(
      Type.Object({
        country: Type.String({
          description: 'Two letters; empty when the address does not tell.',
          examples: ['SA'],
        }),
        messages: Type.Integer(),
        currency: nullable(Type.String(), 'Null: no rate is known.'),
        amount: nullable(Type.String()),
      }),
      { description: 'By country, the dearest first.' },
    ),
  },
  {
    description:
      'What a campaign costs at most. Which messages the provider gives for nothing is known only from their statuses.',
  },
);
export type CostEstimate = Static<typeof CostEstimate>;

export const Rate = Type.Object({
  country: Type.String({ description: 'Two letters, or `*` for every other country.', examples: ['SA'] }),
  category: Type.String({ examples: ['marketing'] }),
  amount: Type.String({ examples: ['0.045500'] }),
  currency: Type.String({ examples: ['USD'] }),
  valid_from: Type.String({ examples: ['2026-10-01'] }),
});
export type Rate = Static<typeof Rate>;

export const RateList = Type.Object({ data: Type.Array(Rate) });

export const RateImport = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 2_000_000,
      description:
        'Lines of country, category, amount, currency, valid from; the first line may name the columns. A line for the same country, category and day replaces the one before.',
      examples: ['country,category,amount,currency,valid_from\nSA,marketing,0.0455,USD,2026-10-01'],
    }),
  },
  { additionalProperties: false, $id: 'RateImport', description: 'What messages cost from a day on.' },
);
export type RateImport = Static<typeof RateImport>;

export const RatesImported = Type.Object(
  { imported: Type.Integer(), rates: Type.Integer({ description: 'Rates that are known now.' }) },
  { $id: 'RatesImported', description: 'How many rates were read.' },
);
export type RatesImported = Static<typeof RatesImported>;
