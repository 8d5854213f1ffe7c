// Named tokens: what a company's other systems sign in with, each with what it may do, from where, and until when. The
// company's own token (companies.ts) may do everything a token can.

import Type, { type Static } from 'typebox';
import { TextEnum, UniqueList } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { listOf } from './paging.ts';
import { refTo } from './ref-to.ts';

/** `admin` includes all the others; `read` opens everything that only reads, except what `admin` guards. */
export const tokenScopes = ['send', 'read', 'contacts', 'campaigns', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const tokensMax = 50;
const networksMax = 20;

const Time = Type.String({ format: 'date-time', examples: ['2027-03-01T00:00:00.000Z'] });

const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
  description: 'What it is for. No two tokens of a company have the same name.',
  examples: ['Clinic system'],
});

const Scopes = UniqueList(TextEnum(tokenScopes), {
  minItems: 1,
  maxItems: tokenScopes.length,
  description:
    'What it may do: `send` messages and files, and look them up; `read` everything; read and change `contacts`; read and change `campaigns`; `admin`: everything a token can do.',
  examples: [['send']],
});

const Networks = UniqueList(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: networksMax,
  description:
    'From where it may be used: addresses and networks, IPv4 or IPv6, such as `203.0.113.0/24`. Empty: from anywhere.',
  examples: [['203.0.113.0/24', '2001:db8::/48']],
});

const EndsAt = nullable(Time, 'When it stops working. Null: never.');

export const NamedToken = Type.Object(
  {
    id: Id('token', 'The id of the token.'),
    name: Name,
    scopes: Scopes,
    networks: Networks,
    last_four: Type.String({ description: 'Its last four characters.' }),
    created_at: Time,
    created_by: nullable(Type.String(), 'Who made it.'),
    last_used_at: nullable(Time, 'To the minute.'),
    expires_at: EndsAt,
  },
  { $id: 'NamedToken', description: 'What may be known of a named token.' },
);
export type NamedToken = Static<typeof NamedToken>;

export const NamedTokenList = listOf(NamedToken);

export const NewNamedToken = Type.Object(
  {
    name: Name,
    scopes: Scopes,
    networks: Type.Optional(Networks),
    expires_at: Type.Optional(EndsAt),
  },
  { additionalProperties: false, $id: 'NewNamedToken', description: 'A token for one of your systems.' },
);
export type NewNamedToken = Static<typeof NewNamedToken>;

export const NamedTokenChange = Type.Object(
  {
    name: Type.Optional(Name),
    scopes: Type.Optional(Scopes),
    networks: Type.Optional(Networks),
    expires_at: Type.Optional(EndsAt),
  },
  { additionalProperties: false, $id: 'NamedTokenChange', description: 'What is left out stays.' },
);
export type NamedTokenChange = Static<typeof NamedTokenChange>;

export const CreatedToken = Type.Object(
  {
    token: Type.String({ description: 'The token itself. Shown only now.' }),
    details: refTo(NamedToken),
  },
  { $id: 'CreatedToken', description: 'A new token. It works everywhere within five seconds.' },
);
