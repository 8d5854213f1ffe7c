// HTTP in and out for windows.

import { refTo } from '@hudhud/contract/ref-to.ts';
import { Window, WindowQuery } from '@hudhud/contract/windows.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { fieldCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { readWindow, type WindowSender } from './read-window.ts';

export interface WindowRoutesOptions {
  readonly pool: pg.Pool;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  /** The sender that a message would go out by. */
  readonly findSender: (companyId: string, from: string | undefined) => Promise<WindowSender>;
}

export const registerWindowRoutes = (server: FastifyInstance, options: WindowRoutesOptions): void => {
  server.addSchema(Window);
  server.get<{ Querystring: WindowQuery }>(
    '/api/v1/window',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getWindow',
        tags: ['Messages'],
        summary: 'Read until when free text may be sent to a person',
        querystring: WindowQuery,
        response: {
          200: refTo(Window),
          ...problemResponses(
            'missing_field',
            ...fieldCodes,
            'invalid_characters',
            'unknown_sender',
            'sender_missing',
          ),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const sender = await options.findSender(companyId, request.query.from);
      return await readWindow(options.pool, sender, request.query.to);
    },
  );
};
