// A company, its stores and its token, as the outside sees them.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, listOf, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { filledText, filterText } from './text-fields.ts';
import { Time } from './time.ts';
import { tokenScopes } from './tokens.ts';

export const companyPlans = ['trial', 'active', 'suspended'] as const;
export type CompanyPlan = (typeof companyPlans)[number];

export const languages = ['en', 'ar'] as const;
export type LanguageName = (typeof languages)[number];

/** Where the 24-hour window is checked before a free text is sent. */
export const windowModes = ['provider', 'enforced', 'enforced_everywhere'] as const;
export type WindowMode = (typeof windowModes)[number];

const nameCharactersMax = 200;
const graceSecondsMax = 2_592_000;

export const Language = TextEnum(languages, { description: 'Language of texts for people.' });

export const CompanyName = filledText(nameCharactersMax, 'Name of the company.', 'Al Noor Clinic');
const StoreName = filledText(nameCharactersMax, 'Name of the store.', 'Main branch');

export const Timezone = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'IANA name of the time zone.',
  examples: ['Asia/Riyadh'],
});

const Window = TextEnum(windowModes, {
  description:
    'Who refuses free text outside the 24-hour window: only the `provider`; the gateway as well (`enforced`); or the gateway also for simulated senders and stand-ins (`enforced_everywhere`).',
});

export const Me = Type.Object(
  {
    company: Type.Object({
      id: Id('company', 'The company id.'),
      name: Type.String(),
      timezone: Type.String({ description: 'IANA name, for example Asia/Riyadh.' }),
      plan: TextEnum(companyPlans),
      trial_ends_at: nullable(Time),
    }),
    limits: Type.Object({
      requests_per_minute: Type.Integer(),
      body_bytes_max: Type.Integer(),
      text_characters_max: Type.Integer(),
    }),
    token: nullable(
      Type.Object({
        name: Type.String(),
        scopes: Type.Array(TextEnum(tokenScopes)),
        expires_at: nullable(Time),
      }),
      "The named token that asks; null: the company's own token, or a person.",
    ),
  },
  { $id: 'Me', description: 'Who the token belongs to, and what it may do.' },
);
export type Me = Static<typeof Me>;

export const CompanyProfile = Type.Object(
  {
    id: Id('company', 'The company id.'),
    name: Type.String(),
    timezone: Type.String(),
    language: Language,
    window: Window,
    plan: TextEnum(companyPlans),
    trial_ends_at: nullable(Time),
    created_at: Time,
  },
  { $id: 'CompanyProfile', description: 'A company.' },
);
export type CompanyProfile = Static<typeof CompanyProfile>;

export const CompanyChange = Type.Object(
  {
    name: Type.Optional(CompanyName),
    timezone: Type.Optional(Timezone),
    language: Type.Optional(Language),
    window: Type.Optional(Window),
  },
  { additionalProperties: false, $id: 'CompanyChange', description: 'What is left out stays.' },
);
export type CompanyChange = Static<typeof CompanyChange>;

export const NewCompany = Type.Object(
  { name: CompanyName, timezone: Type.Optional(Timezone), language: Type.Optional(Language) },
  { additionalProperties: false, $id: 'NewCompany', description: 'A company, on a free trial.' },
);
export type NewCompany = Static<typeof NewCompany>;

export const CreatedCompany = Type.Object(
  {
    company: refTo(CompanyProfile),
    token: Type.String({ description: 'Its security token. Shown only now.' }),
  },
  { $id: 'CreatedCompany', description: 'The new company and its token.' },
);

export const CompanyDeletion = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: nameCharactersMax,
      description: 'Name of the company, as it is: so that the wrong one does not go by a slip.',
      examples: ['Al Noor Clinic'],
    }),
    password: Type.String({
      maxLength: 200,
      description: 'Your password.',
      examples: ['violet-harbour-47'],
    }),
  },
  { additionalProperties: false, $id: 'CompanyDeletion', description: 'That the company is really to go.' },
);
export type CompanyDeletion = Static<typeof CompanyDeletion>;

export const OperatorCompanyQuery = Type.Object(
  {
    ...cursorQuery,
    plan: Type.Optional(TextEnum(companyPlans, { description: 'Only companies on this plan.' })),
    name: Type.Optional(filterText(nameCharactersMax, 'Only companies whose name holds this text.')),
  },
  { additionalProperties: false },
);
export type OperatorCompanyQuery = Static<typeof OperatorCompanyQuery>;

export const OperatorCompanyPage = pageOf(CompanyProfile);

/** For lists without a filter. */

export const TokenInfo = Type.Object(
  {
    last_four: Type.String({ description: 'Its last four characters.' }),
    created_at: Time,
    last_used_at: nullable(Time, 'To the minute.'),
    expires_at: nullable(Time, 'The end of its grace period. Null: it is the one in force.'),
  },
  { $id: 'TokenInfo', description: 'What may be known of a security token.' },
);
export type TokenInfo = Static<typeof TokenInfo>;
export const TokenInfoList = listOf(TokenInfo);

export const TokenReplacement = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        maxLength: 600,
        description: 'A token of your own, 24 characters or more. Left out: a new one is made.',
        examples: ['kEBHGnmT72xy-purple-ostrich'],
      }),
    ),
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: graceSecondsMax,
        default: 0,
        description: 'How long the old token goes on working.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'TokenReplacement', description: 'A new security token.' },
);
export type TokenReplacement = Static<typeof TokenReplacement>;

export const ReplacedToken = Type.Object(
  {
    token: Type.String({ description: 'The security token. Shown only now.' }),
    old_token_ends_at: Time,
  },
  { $id: 'ReplacedToken', description: 'The token in force. It works everywhere within five seconds.' },
);

export const Store = Type.Object(
  { id: Id('store', 'The id of the store.'), name: Type.String(), created_at: Time },
  { $id: 'Store', description: 'A branch of the company.' },
);
export type Store = Static<typeof Store>;
export const StorePage = pageOf(Store);

export const StoreBody = Type.Object(
  { name: StoreName },
  { additionalProperties: false, $id: 'StoreBody', description: 'How the store is called.' },
);
export type StoreBody = Static<typeof StoreBody>;
