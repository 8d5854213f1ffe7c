// HTTP in and out for sessions: where a user is signed in, and signing out there.

import { Session, SessionList } from '@hudhud/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { strayBodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { signedInOf } from '../signed-in.ts';
import { dropSession, type Place } from './carry-session.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { listSessions, type SessionRow } from './queries.ts';

export interface SessionRoutesOptions extends Place {
  readonly pool: pg.Pool;
}

const tags = ['Account'];
const security = securityOf.user;
const config = { access: 'user' } as const;
const gone = { description: 'Signed out.', type: 'null' } as const;

const present = (row: SessionRow, currentId: string): Session => ({
  id: toPublicId('session', row.id),
  is_current: row.id === currentId,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  source: row.source,
  user_agent: row.user_agent,
});

const registerRevokeRoutes = (server: FastifyInstance, { pool }: SessionRoutesOptions): void => {
  server.delete<WithId>(
    '/api/v1/sessions/:id',
    {
      config,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'Sign out one browser',
        security,
        params: idParams('session'),
        response: {
          204: gone,
          ...problemResponses(...strayBodyCodes, 'session_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      await endSession(pool, signedInOf(request.incoming).userId, readId('session', request.params.id));
      return reply.code(204).send();
    },
  );

  server.delete(
    '/api/v1/sessions',
    {
      config,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'Sign out all other browsers',
        security,
        response: { 204: gone, ...problemResponses(...strayBodyCodes) },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = signedInOf(request.incoming);
      await endOtherSessions(pool, userId, sessionId);
      return reply.code(204).send();
    },
  );
};

export const registerSessionRoutes = (server: FastifyInstance, options: SessionRoutesOptions): void => {
  const { pool } = options;
  server.addSchema(Session);

  server.get(
    '/api/v1/sessions',
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'List the browsers in which you are signed in',
        security,
        response: { 200: SessionList, ...problemResponses() },
      },
    },
    async (request) => {
      const { userId, sessionId } = signedInOf(request.incoming);
      return { data: (await listSessions(pool, userId)).map((row) => present(row, sessionId)) };
    },
  );

  server.post(
    '/api/v1/sign-out',
    {
      config,
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'Sign out',
        security,
        response: { 204: gone, ...problemResponses(...strayBodyCodes, 'session_not_found') },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = signedInOf(request.incoming);
      await endSession(pool, userId, sessionId);
      dropSession(request, reply, options);
      return reply.code(204).send();
    },
  );

  registerRevokeRoutes(server, options);
};
