// Writes down who changed what. A change that has a transaction is written in it, so that neither is there without the
// other.

import type pg from 'pg';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertAudit } from './queries.ts';

export type AuditActor =
  | { readonly kind: 'user'; readonly userId: string; readonly name: string }
  | { readonly kind: 'token' }
  /** Of the gateway, on its command line. */
  | { readonly kind: 'operator' };

export interface Change {
  /** UUID of the company. */
  readonly companyId: string;
  readonly action: string;
  /** Public id; left out: the company itself. */
  readonly target?: string | undefined;
  /** Never a secret: whoever belongs to the company reads it. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** Who makes the change that a request asks for. The caller writes it down; nobody else does then. */
export const auditedActor = (incoming: IncomingRequest): AuditActor => {
  incoming.isAudited = true;
  return actorOf(incoming);
};

export const actorOf = ({ signedIn }: IncomingRequest): AuditActor =>
  signedIn ? { kind: 'user', userId: signedIn.userId, name: signedIn.name } : { kind: 'token' };

export const writeAudit = async (
  db: pg.Pool | pg.ClientBase,
  actor: AuditActor,
  change: Change,
): Promise<void> => {
  await insertAudit(db, change.companyId, {
    id: newUuid(),
    actor: actor.kind,
    user_id: actor.kind === 'user' ? actor.userId : null,
    user_name: actor.kind === 'user' ? actor.name : null,
    action: change.action,
    target: change.target ?? null,
    data: { ...change.data },
  });
};
