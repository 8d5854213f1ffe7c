// HTTP in and out for many contacts at once: writing them, their tags, and the tags in use.

import {
  BulkContacts,
  BulkContactsAnswer,
  NewContact,
  TagChange,
  TagChangeAnswer,
  TagList,
} from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { fromPublicId } from '../../platform/ids.ts';
import { loadCompanyFacts } from '../company-facts.ts';
import { changeTags, listTags } from '../queries.ts';
import { tidyTags } from '../read-contact.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { saveBulk } from './save-bulk.ts';

const tags = ['Contacts'];
/** Ten thousand contacts with a few fields each. */
const bulkBytesMax = 16 * 1_048_576;

const registerBulkRoute = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, settings, companyIdOf } = options;

  server.post<{ Body: BulkContacts }>(
    '/api/v1/contacts/bulk',
    {
      bodyLimit: bulkBytesMax,
      schema: {
        operationId: 'upsertContacts',
        tags,
        summary: 'Add or change up to 10,000 contacts in one request',
        body: refTo(BulkContacts),
        response: {
          200: { description: 'Each contact has its own result.', ...refTo(BulkContactsAnswer) },
          ...problemResponses(...bodyCodes, 'batch_empty', 'batch_too_large'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const schema = refTo(NewContact);
      const validate =
        request.getValidationFunction(schema) ?? request.compileValidationSchema(schema, 'body');
      const facts = await loadCompanyFacts(pool, settings, companyId);
      return await saveBulk(pool, companyId, facts, request.body.contacts, validate);
    },
  );
};

const registerTagRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;

  server.post<{ Body: TagChange }>(
    '/api/v1/contacts/tags',
    {
      bodyLimit: 1_048_576,
      schema: {
        operationId: 'changeContactTags',
        tags,
        summary: 'Add tags to many contacts, and take tags away',
        body: refTo(TagChange),
        response: { 200: refTo(TagChangeAnswer), ...problemResponses(...bodyCodes, 'invalid_id') },
      },
    },
    async (request) => {
      const { contact_ids: targets, add = [], remove = [] } = request.body;
      const ids = targets.flatMap((id) => fromPublicId('contact', id) ?? []);
      const companyId = companyIdOf(request.incoming);
      return { changed: await changeTags(pool, companyId, ids, tidyTags(add), tidyTags(remove)) };
    },
  );

  server.get(
    '/api/v1/contacts/tags',
    {
      schema: {
        operationId: 'listContactTags',
        tags,
        summary: 'The tags in use',
        response: { 200: refTo(TagList), ...problemResponses() },
      },
    },
    async (request) => ({ data: await listTags(pool, companyIdOf(request.incoming)) }),
  );
};

export const registerBulkRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  for (const schema of [BulkContacts, BulkContactsAnswer, TagChange, TagChangeAnswer, TagList])
    server.addSchema(schema);
  registerBulkRoute(server, options);
  registerTagRoutes(server, options);
};
