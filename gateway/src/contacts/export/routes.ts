// HTTP out for contacts as a file.

import { ContactExportQuery } from '@hudhud/contract/contacts.ts';
import type { FastifyInstance } from 'fastify';
import { fieldCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toDefinitions } from '../fields/check-values.ts';
import { listFields } from '../fields/queries.ts';
import { readQuery } from '../read-query.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { exportContacts } from './export-contacts.ts';

export const registerExportRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;

  server.get<{ Querystring: ContactExportQuery }>(
    '/api/v1/contacts/export',
    {
      schema: {
        operationId: 'exportContacts',
        tags: ['Contacts'],
        summary: 'The contacts of any filter as a CSV file',
        description: 'A field of your own is asked for as `field.<name>=<value>`.',
        querystring: ContactExportQuery,
        response: {
          200: { description: 'A CSV file.', content: { 'text/csv': { schema: {} } } },
          ...problemResponses(
            ...fieldCodes,
            'invalid_id',
            'invalid_characters',
            'contact_field_invalid',
            'segment_not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const fields = await listFields(pool, companyId);
      const condition = await readQuery(pool, companyId, toDefinitions(fields), request.query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="contacts.csv"')
        .send(
          exportContacts(
            pool,
            condition,
            fields.map(({ name }) => name),
          ),
        );
    },
  );
};
