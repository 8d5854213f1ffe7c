// The 24-hour window of a person at one sender, as the outside sees it.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { Time } from './time.ts';

export const windowStates = ['open', 'closing', 'closed'] as const;
export type WindowState = (typeof windowStates)[number];

export const WindowQuery = Type.Object(
  {
    to: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]+$',
      description:
        'The person: a number in international format, or what events call `sender_id`. Write the plus sign as %2B.',
      examples: ['+966501234567'],
      'x-error-codes': { pattern: 'invalid_characters' },
    }),
    from: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Your sender, by its id or its number. Left out: the default one.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WindowQuery = Static<typeof WindowQuery>;

export const Window = Type.Object(
  {
    sender_id: Id('sender', 'Your number.'),
    state: TextEnum(windowStates, {
      description:
        '`closing` in the last two hours. `closed` from a minute before `closes_at`: what leaves later would arrive too late.',
    }),
    last_incoming_at: nullable(
      Time,
      'When the person last wrote to this sender, by the clock of the provider.',
    ),
    closes_at: nullable(Time),
    is_enforced: Type.Boolean({
      description: 'Whether free text is refused with `window_closed` while the window is closed.',
    }),
  },
  { $id: 'Window', description: 'Until when free text may be sent to a person from one sender.' },
);
export type Window = Static<typeof Window>;
