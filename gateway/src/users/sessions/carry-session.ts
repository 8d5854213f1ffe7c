// Puts a session into the browser, and takes it out again.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { endedSessionCookie, sessionCookie } from './session-cookie.ts';
import type { StartedSession } from './start-session.ts';

export interface Place {
  readonly publicUrl: () => string;
}

/** A proxy in front may speak https while we see plain http; the public address decides. */
export const isSecure = (request: FastifyRequest, { publicUrl }: Place): boolean =>
  request.protocol === 'https' || publicUrl().startsWith('https:');

export const carrySession = (
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  session: StartedSession,
): void => {
  reply.header('set-cookie', sessionCookie(session.secret, session.expiresAt, isSecure(request, place)));
};

export const dropSession = (request: FastifyRequest, reply: FastifyReply, place: Place): void => {
  reply.header('set-cookie', endedSessionCookie(isSecure(request, place)));
};
