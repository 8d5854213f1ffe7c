// Records who changed what. A change that has a transaction is recorded in it, so that neither is there without the
// other.

import type { AuditChange } from '@hudhud/contract/audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertAudit } from './queries.ts';

export type AuditActor =
  | { readonly kind: 'user'; readonly userId: string; readonly name: string }
  /** `name` is of a named token. */
  | { readonly kind: 'token'; readonly name?: string | null }
  /** The operator of the gateway, on its command line. */
  | { readonly kind: 'operator' };

export interface Change {
  /** UUID of the company. */
  readonly companyId: string;
  readonly action: string;
  /** Public id; left out: the company itself. */
  readonly target?: string | undefined;
  /** Never a secret: every member of the company can read it. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Old and new values of what was changed; no secrets either. */
  readonly changes?: readonly AuditChange[] | undefined;
}

/** A long text is told apart by its beginning; the log is no copy of what it is about. */
const valueCharactersMax = 500;

const cut = (value: unknown): unknown => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= valueCharactersMax ? value : `${text.slice(0, valueCharactersMax)}...`;
};

type Values = Readonly<Record<string, unknown>>;

/** The fields of `after` that have another value than before. */
export const changesOf = (before: Values, after: Values): AuditChange[] =>
  Object.keys(after)
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: cut(before[field] ?? null), after: cut(after[field] ?? null) }));

/** The actor of the change that a request asks for. The caller writes the audit row; change-audit.ts then does not. */
export const auditedActor = (incoming: IncomingRequest): AuditActor => {
  incoming.isAudited = true;
  return actorOf(incoming);
};

export const actorOf = ({ signedIn, token }: IncomingRequest): AuditActor =>
  signedIn
    ? { kind: 'user', userId: signedIn.userId, name: signedIn.name }
    : { kind: 'token', name: token?.name ?? null };

export const writeAudit = async (db: Queryable, actor: AuditActor, change: Change): Promise<void> => {
  await insertAudit(db, change.companyId, {
    id: newUuid(),
    actor: actor.kind,
    user_id: actor.kind === 'user' ? actor.userId : null,
    user_name: actor.kind === 'operator' ? null : (actor.name ?? null),
    action: change.action,
    target: change.target ?? null,
    data: { ...change.data, ...(change.changes?.length && { changes: change.changes }) },
  });
};
