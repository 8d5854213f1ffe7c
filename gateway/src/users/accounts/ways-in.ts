// How people get in here: what the sign-in page offers before the visitor is known.

import { refTo } from '@hudhud/contract/ref-to.ts';
import { WaysIn } from '@hudhud/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { hasUsers } from '../queries.ts';

export interface WaysInOptions {
  readonly pool: pg.Pool;
  readonly isOpen: boolean;
  readonly sendsMail: boolean;
}

export const registerWaysInRoute = (
  server: FastifyInstance,
  { pool, isOpen, sendsMail }: WaysInOptions,
): void => {
  server.addSchema(WaysIn);
  server.get(
    '/api/v1/sign-in',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'getWaysIn',
        tags: ['Account'],
        summary: 'How people get in here',
        security: securityOf.anyone,
        response: { 200: refTo(WaysIn), ...problemResponses() },
      },
    },
    async () => ({
      sign_up: isOpen ? ('open' as const) : ('invited' as const),
      has_users: await hasUsers(pool),
      sends_mail: sendsMail,
    }),
  );
};
