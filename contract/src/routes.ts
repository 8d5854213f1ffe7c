// Routes: which sender carries a message that names none, and which one next while the first cannot.

import Type, { type Static } from 'typebox';
import { UniqueList } from './enums.ts';
import { Id } from './ids.ts';
import { refTo } from './ref-to.ts';
import { filledText } from './text-fields.ts';

export const routesMax = 50;
const sendersMax = 10;
const minutesMax = 1_440;
const tagCharactersMax = 100;

const strict = { additionalProperties: false } as const;
const counted = { 'x-error-codes': { minItems: 'wrong_count', maxItems: 'wrong_count' } };

const condition = {
  store_id: Type.Optional(Id('store', 'Only people of this store.')),
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: tagCharactersMax, description: 'Only people with this tag.' }),
  ),
  country_prefix: Type.Optional(
    Type.String({
      pattern: '^\\+?[1-9]\\d{0,6}$',
      description: 'Only numbers that begin with these digits, such as 966.',
      examples: ['966'],
    }),
  ),
};

const rest = {
  name: filledText(100, 'How people call it.', 'Saudi Arabia'),
  senders: UniqueList(Id('sender', 'A sender.'), {
    minItems: 1,
    maxItems: sendersMax,
    description: 'In this order: the first carries messages, the next while those before it cannot.',
    ...counted,
  }),
  after_minutes: Type.Integer({
    minimum: 0,
    maximum: minutesMax,
    description: 'How long a sender has been suspended or failing before the next one takes over.',
    examples: [5],
  }),
};

export const Route = Type.Object(
  { id: Id('route', 'The id of the route.'), ...rest, ...condition },
  { ...strict, $id: 'Route', description: 'Which senders carry which messages, in order.' },
);
export type Route = Static<typeof Route>;

export const RouteList = Type.Object(
  { data: Type.Array(refTo(Route)) },
  { $id: 'RouteList', description: 'The routes of the company; the first that fits a message is taken.' },
);
export type RouteList = Static<typeof RouteList>;

export const SaveRoutesBody = Type.Object(
  {
    routes: Type.Array(
      Type.Object({ id: Type.Optional(Id('route', 'Left out: a new one.')), ...rest, ...condition }, strict),
      { maxItems: routesMax, description: 'All of them, in order; others are deleted.', ...counted },
    ),
  },
  { ...strict, $id: 'SaveRoutes', description: 'The routes of a company.' },
);
export type SaveRoutesBody = Static<typeof SaveRoutesBody>;
