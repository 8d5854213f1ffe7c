// HTTP in and out for erasing a person.

import { Erasure } from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { type ErasureRow, findErasure } from './queries.ts';
import { startErasure } from './run-erasures.ts';

export interface ErasureRoutesOptions extends ContactRoutesOptions {
  /** Writes into the audit log, in the transaction that erases. */
  readonly auditErasure: (
    client: pg.ClientBase,
    incoming: IncomingRequest,
    erasure: { readonly target: string; readonly lastDigits: string },
  ) => Promise<void>;
}

const contactParams = idParams('contact');
const params = idParams('erasure');
const tags = ['Contacts'];

const present = (row: ErasureRow): Erasure => ({
  id: toPublicId('erasure', row.id),
  state: row.finished_at ? 'done' : 'running',
  last_digits: row.last_digits,
  messages_erased: row.messages_erased,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const registerErasureRoutes = (server: FastifyInstance, options: ErasureRoutesOptions): void => {
  const { pool, companyIdOf, auditErasure } = options;
  server.addSchema(Erasure);

  const read = async (companyId: string, id: string): Promise<Erasure> => {
    const row = await findErasure(pool, companyId, id);
    if (!row) throw new AppError('contact_not_found');
    return present(row);
  };

  server.post<WithId>(
    '/api/v1/contacts/:id/erase',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'eraseContact',
        tags,
        summary: 'Forget a person: the contact, the texts of their messages and what providers sent of them',
        description:
          'What became of messages stays, without text and number. Of a person who has opted out the number stays refused. This cannot be undone.',
        params: contactParams,
        response: {
          202: { description: 'The contact is gone; the rest follows behind the answer.', ...refTo(Erasure) },
          ...problemResponses(...strayBodyCodes, 'contact_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const contactId = readId('contact', request.params.id);
      const id = await startErasure(pool, companyId, contactId, (client, { lastDigits }) =>
        auditErasure(client, request.incoming, { target: request.params.id, lastDigits }),
      );
      if (id === null) throw new AppError('contact_not_found');
      return reply.code(202).send(await read(companyId, id));
    },
  );

  server.get<WithId>(
    '/api/v1/erasures/:id',
    {
      schema: {
        operationId: 'getErasure',
        tags,
        summary: 'How far an erasure is',
        params,
        response: { 200: refTo(Erasure), ...problemResponses('contact_not_found', 'invalid_id') },
      },
    },
    (request) => read(companyIdOf(request.incoming), readId('erasure', request.params.id)),
  );
};
