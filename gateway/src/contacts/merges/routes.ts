// HTTP in and out for contacts that turn out to be one person: merge with a preview, the list of merges, undo.

import {
  Contact,
  ContactMerge,
  ContactMergeEntry,
  ContactMergeRequest,
  ContactMerges,
} from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { listAddresses } from '../addresses/queries.ts';
import { toDefinitions } from '../fields/check-values.ts';
import { listFields } from '../fields/queries.ts';
import { presentContact } from '../present.ts';
import { findContact } from '../queries.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { contactParams, createContactReader } from '../routes.ts';
import { canBeUndone, mergeContacts, undoMerge } from './merge-contacts.ts';
import { foreseeMerge, listMerges, type MergeRow } from './queries.ts';

const tags = ['Contacts'];
const mergeParams = idParams('merge');

const present = (row: MergeRow): ContactMergeEntry => ({
  id: toPublicId('contactMerge', row.id),
  merged_contact_id: toPublicId('contact', row.gone_id),
  name: String(row.before?.gone.name ?? ''),
  phone_number: row.before?.gone.phone_number == null ? null : String(row.before.gone.phone_number),
  source: row.source,
  merged_at: row.merged_at.toISOString(),
  undone_at: row.undone_at?.toISOString() ?? null,
  can_be_undone: canBeUndone(row),
});

const registerMerge = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf, onOptedOut } = options;
  const read = createContactReader(options);

  const preview = async (companyId: string, keptId: string, goneId: string): Promise<Contact> => {
    const [row, addresses, fields] = await Promise.all([
      foreseeMerge(pool, companyId, keptId, goneId),
      listAddresses(pool, companyId, [keptId, goneId]),
      listFields(pool, companyId),
    ]);
    if (!row) throw new AppError('contact_not_found');
    return presentContact(row, addresses, toDefinitions(fields));
  };

  server.post<WithId & { Body: ContactMergeRequest }>(
    '/api/v1/contacts/:id/merge',
    {
      schema: {
        operationId: 'mergeContacts',
        tags,
        summary: 'Make two contacts one person',
        description:
          'This contact stays. It takes addresses, history, tags and what it lacks of the other one; the stricter consent wins. With `preview` nothing is changed. A merge can be undone for 30 days.',
        params: contactParams,
        body: refTo(ContactMergeRequest),
        response: {
          200: refTo(ContactMerge),
          ...problemResponses(...bodyCodes, 'contact_not_found', 'contact_merge_same', 'invalid_id'),
        },
      },
    },
    async (request): Promise<ContactMerge> => {
      const companyId = companyIdOf(request.incoming);
      const keptId = readId('contact', request.params.id);
      const goneId = readId('contact', request.body.other_id);
      if (keptId === goneId) throw new AppError('contact_merge_same');
      const both = await Promise.all([keptId, goneId].map((id) => findContact(pool, companyId, id)));
      if (both.includes(null)) throw new AppError('contact_not_found');
      if (request.body.preview) return { id: null, contact: await preview(companyId, keptId, goneId) };
      const source = request.incoming.signedIn ? 'dashboard' : 'api';
      const { id, isOptedOut } = await mergeContacts(pool, { companyId, keptId, goneId, source });
      if (isOptedOut) await onOptedOut([{ companyId, contactId: keptId }]);
      return { id: toPublicId('contactMerge', id), contact: await read(companyId, keptId) };
    },
  );
};

const registerPast = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;
  const read = createContactReader(options);

  server.get<WithId>(
    '/api/v1/contacts/:id/merges',
    {
      schema: {
        operationId: 'listContactMerges',
        tags,
        summary: 'Which contacts became part of this one',
        params: contactParams,
        response: { 200: ContactMerges, ...problemResponses('contact_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const id = readId('contact', request.params.id);
      if (!(await findContact(pool, companyId, id))) throw new AppError('contact_not_found');
      return { data: (await listMerges(pool, companyId, id)).map(present) };
    },
  );

  server.post<WithId>(
    '/api/v1/contact-merges/:id/undo',
    {
      schema: {
        operationId: 'undoContactMerge',
        tags,
        summary: 'Undo the merge of two contacts',
        description: 'A person who has opted out since stays opted out under both contacts.',
        params: mergeParams,
        response: {
          200: refTo(Contact),
          ...problemResponses(
            ...strayBodyCodes,
            'contact_merge_not_found',
            'contact_merge_final',
            'invalid_id',
          ),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const goneId = await undoMerge(pool, companyId, readId('contactMerge', request.params.id));
      return await read(companyId, goneId);
    },
  );
};

export const registerMergeRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  for (const schema of [ContactMergeRequest, ContactMerge, ContactMergeEntry]) server.addSchema(schema);
  registerMerge(server, options);
  registerPast(server, options);
};
