// The user who asks. Routes that need one always have one: the entrance sees to it.

import type { AuditActor } from '../companies/audit/write-audit.ts';
import { auditedActor } from '../companies/audit/write-audit.ts';
import type { IncomingRequest, SignedIn } from '../platform/http/incoming-request.ts';

export const signedInOf = ({ signedIn }: IncomingRequest): SignedIn => {
  if (!signedIn) throw new Error('user route reached without a signed-in user');
  return signedIn;
};

/** The same as the actor of the change, for whose audit row the caller is responsible. */
export const userActorOf = (incoming: IncomingRequest): Extract<AuditActor, { kind: 'user' }> => {
  const actor = auditedActor(incoming);
  if (actor.kind !== 'user') throw new Error('user route reached without a signed-in user');
  return actor;
};
