// A new session. The text of the cookie is made here and stored nowhere: the database has its digest.

import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { storableText, storableTextOrNull } from '../../platform/database/storable-text.ts';
import { newUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { digestSecret, makeSecret } from '../secret-link.ts';
import { deleteEndedSessions, insertSession } from './queries.ts';

const sessionDays = 30;

export interface SessionOrigin {
  readonly source: string;
  readonly userAgent: string | null;
}

export interface StartedSession {
  /** For the cookie. */
  readonly secret: string;
  readonly id: string;
  readonly expiresAt: Date;
}

export const originOf = (request: FastifyRequest): SessionOrigin => ({
  source: storableText(request.incoming.source, 100),
  userAgent: storableTextOrNull(request.headers['user-agent'], 300),
});

export const startSession = async (
  db: Queryable,
  userId: string,
  origin: SessionOrigin,
): Promise<StartedSession> => {
  const secret = makeSecret();
  const expiresAt = new Date(Date.now() + sessionDays * dayMilliseconds);
  const id = newUuid();
  await deleteEndedSessions(db, userId);
  await insertSession(db, { digest: digestSecret(secret), id, userId, expiresAt, ...origin });
  return { secret, id, expiresAt };
};
