// Which contacts are meant: a filter, and filters that are kept under a name.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { filledText } from './text-fields.ts';
import { Time } from './time.ts';

export const consents = ['unknown', 'opted_in', 'opted_out'] as const;
export type ConsentName = (typeof consents)[number];

export const tagCharactersMax = 50;
export const fieldNameCharactersMax = 64;

export const Tag = filledText(tagCharactersMax, 'A word that people share.', 'vip');

export const FieldName = Type.String({
  minLength: 1,
  maxLength: fieldNameCharactersMax,
  pattern: '^[\\p{L}\\p{M}\\p{N}_-]+$',
  description: 'What placeholders call it: letters, digits, `_` and `-`.',
  examples: ['city'],
});

export const fieldOperators = [
  'equals',
  'not_equals',
  'one_of',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'at_least',
  'at_most',
  'is_set',
  'is_not_set',
] as const;
export type FieldOperator = (typeof fieldOperators)[number];

const fieldValueCharactersMax = 1_000;
export const FieldValue = Type.Union(
  [Type.String({ maxLength: fieldValueCharactersMax }), Type.Number(), Type.Boolean()],
  { description: 'A text, a number, or true or false. A date is a text such as 2026-11-15.' },
);

export const FieldCondition = Type.Object(
  {
    name: FieldName,
    operator: TextEnum(fieldOperators),
    value: Type.Optional(FieldValue),
    values: Type.Optional(
      Type.Array(FieldValue, { minItems: 1, maxItems: 100, description: 'For `one_of`.' }),
    ),
  },
  { additionalProperties: false },
);
export type FieldCondition = Static<typeof FieldCondition>;

const tags = (description: string) => Type.Optional(Type.Array(Tag, { maxItems: 100, description }));
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
const days = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, description }));

const filterParts = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Beginnings of words of the name, or a part of the number.',
    }),
  ),
  tags_any: tags('At least one of these tags.'),
  tags_all: tags('All of these tags.'),
  tags_none: tags('None of these tags.'),
  consent: Type.Optional(
    Type.Array(TextEnum(consents), { minItems: 1, maxItems: 3, description: 'One of these.' }),
  ),
  languages: Type.Optional(
    Type.Array(Type.String({ maxLength: 35 }), { minItems: 1, maxItems: 50, description: 'One of these.' }),
  ),
  store_ids: Type.Optional(
    Type.Array(Id('store', 'A store.'), { minItems: 1, maxItems: 100, description: 'One of these.' }),
  ),
  fields: Type.Optional(Type.Array(FieldCondition, { maxItems: 20, description: 'All of these.' })),
  seen_after: time('Wrote to you at or after this time.'),
  seen_before: time('Wrote to you last before this time.'),
  seen_within_days: days('Wrote to you in the last so many days.'),
  not_seen_within_days: days('Did not write to you in the last so many days, or never.'),
  created_after: time('Added at or after this time.'),
  created_before: time('Added before this time.'),
};

const filterWords = {
  additionalProperties: false,
  description: 'Contacts that fulfil everything that is given. An empty filter is everybody.',
  examples: [{ tags_any: ['vip'], consent: ['opted_in'] }],
} as const;

export const ContactFilter = Type.Object(filterParts, { ...filterWords, $id: 'ContactFilter' });
export type ContactFilter = Static<typeof ContactFilter>;

const segmentNameMax = 100;
const SegmentName = Type.String({
  minLength: 1,
  maxLength: segmentNameMax,
  pattern: '\\S',
  examples: ['Regular customers in Riyadh'],
});
const FilterRef = refTo(ContactFilter);
/** Written out where it is required, because a reference cannot have an example beside it. */
const FilterField = Type.Object(filterParts, filterWords);

export const Segment = Type.Object(
  {
    id: Id('segment', 'The id of the segment.'),
    name: Type.String(),
    filter: FilterRef,
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Segment', description: 'A filter with a name. Its members are looked up each time.' },
);
export type Segment = Static<typeof Segment>;
export const SegmentPage = pageOf(Segment);

export const NewSegment = Type.Object(
  { name: SegmentName, filter: FilterField },
  { additionalProperties: false, $id: 'NewSegment', description: 'A filter to keep.' },
);
export type NewSegment = Static<typeof NewSegment>;

export const SegmentChange = Type.Object(
  { name: Type.Optional(SegmentName), filter: Type.Optional(FilterRef) },
  { additionalProperties: false, $id: 'SegmentChange', description: 'What is left out stays.' },
);
export type SegmentChange = Static<typeof SegmentChange>;

export const SegmentQuery = Type.Object(cursorQuery, { additionalProperties: false });
export type SegmentQuery = Static<typeof SegmentQuery>;

export const countedMax = 100_000;

export const CountQuestion = Type.Object(
  { filter: FilterField },
  { additionalProperties: false, $id: 'CountQuestion', description: 'How many contacts fulfil this filter?' },
);
export type CountQuestion = Static<typeof CountQuestion>;

export const ContactCount = Type.Object(
  {
    count: Type.Integer({
      description: `How many there are; counted up to ${countedMax.toLocaleString('en')}.`,
    }),
    is_exact: Type.Boolean({ description: 'False: there are more than `count`.' }),
  },
  { $id: 'ContactCount', description: 'How many contacts a filter means.' },
);
export type ContactCount = Static<typeof ContactCount>;
