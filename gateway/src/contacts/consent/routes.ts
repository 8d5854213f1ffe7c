// HTTP in and out for the consent of a contact and its history.

import { ConsentChange, ConsentEntry, ConsentHistory, Contact } from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { listAddresses } from '../addresses/queries.ts';
import { findContact } from '../queries.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { contactParams, createContactReader } from '../routes.ts';
import { changeConsents } from './change-consent.ts';
import { type ConsentChangeRow, listConsentChanges } from './queries.ts';

const tags = ['Contacts'];

const present = (row: ConsentChangeRow): ConsentEntry => ({
  state: row.consent,
  source: row.source,
  at: row.at.toISOString(),
  message_id: row.message_id && toPublicId('message', row.message_id),
});

export const registerConsentRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf, onOptedOut, onEmitted } = options;
  const read = createContactReader(options);
  for (const schema of [ConsentChange, ConsentEntry]) server.addSchema(schema);

  server.get<WithId>(
    '/api/v1/contacts/:id/consent',
    {
      schema: {
        operationId: 'getContactConsent',
        tags,
        summary: 'Every consent the person ever gave or took back',
        params: contactParams,
        response: { 200: ConsentHistory, ...problemResponses('contact_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const id = readId('contact', request.params.id);
      if (!(await findContact(pool, companyId, id))) throw new AppError('contact_not_found');
      return { data: (await listConsentChanges(pool, companyId, id)).map(present) };
    },
  );

  server.post<WithId & { Body: ConsentChange }>(
    '/api/v1/contacts/:id/consent',
    {
      schema: {
        operationId: 'changeContactConsent',
        tags,
        summary: 'Opt a person out or in',
        params: contactParams,
        body: refTo(ConsentChange),
        response: {
          200: refTo(Contact),
          ...problemResponses(...bodyCodes, 'contact_not_found', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const id = readId('contact', request.params.id);
      const contact = await findContact(pool, companyId, id);
      if (!contact) throw new AppError('contact_not_found');
      const { state, source } = request.body;
      const byWhom = request.incoming.signedIn ? 'dashboard' : 'api';
      const person = { companyId, addresses: await listAddresses(pool, companyId, [id]) };
      const wish = { person, state, source: source?.trim() ?? byWhom, at: new Date() };
      const { people, changed } = await changeConsents(pool, [wish]);
      onEmitted(changed.map((one) => one.companyId));
      if (state === 'opted_out') await onOptedOut(people);
      return await read(companyId, id);
    },
  );
};
