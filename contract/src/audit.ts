// The audit log of a company, as the outside sees it.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';
import { Time } from './time.ts';

/** A user of the dashboard, the company's own systems, or the operator of the gateway on its command line. */
export const auditActors = ['user', 'token', 'operator'] as const;
export type AuditActorKind = (typeof auditActors)[number];

export const AuditChange = Type.Object({
  field: Type.String({ description: 'What was changed.', examples: ['timezone'] }),
  before: Type.Unknown({ description: 'Its old value; null: none.' }),
  after: Type.Unknown({ description: 'Its new value; null: none.' }),
});
export type AuditChange = Static<typeof AuditChange>;

export const AuditEntry = Type.Object(
  {
    id: Id('audit', 'The id of the entry.'),
    at: Time,
    actor: Type.Object({
      kind: TextEnum(auditActors),
      user_id: nullable(Type.String()),
      name: nullable(Type.String(), 'As the user or the named token was called then.'),
    }),
    action: Type.String({ description: 'What was done.', examples: ['change_company'] }),
    target: nullable(Type.String(), 'The id of what was changed. Null: the company itself.'),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'What is worth knowing beside that.' }),
    changes: Type.Array(AuditChange, {
      description: 'Old and new values, where they are known. Never secrets.',
    }),
  },
  { $id: 'AuditEntry', description: 'One change: who, what, when.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditQuery = Type.Object(
  {
    ...pageQuery,
    user_id: Type.Optional(Id('user', 'Only changes by this person.')),
    actor: Type.Optional(
      TextEnum(auditActors, { description: 'Only changes by users, tokens or the operator.' }),
    ),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditPage = pageOf(AuditEntry);
