// HTTP in and out for contacts: one by one, by their number, and as a list.

import {
  Contact,
  ContactChange,
  ContactPage,
  ContactQuery,
  ContactUpsert,
  NewContact,
} from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { AppError } from '../platform/errors.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { bodyCodes, fieldCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { listAddresses } from './addresses/queries.ts';
import { changeContact } from './change-contact.ts';
import { loadCompanyFacts } from './company-facts.ts';
import { decodePlace, encodePlace } from './contact-cursor.ts';
import { toDefinitions } from './fields/check-values.ts';
import { listFields } from './fields/queries.ts';
import { presentContact } from './present.ts';
import { deleteContact, findContact, listContacts } from './queries.ts';
import { requirePhoneNumber, toUpdate, toWrite } from './read-contact.ts';
import { readQuery } from './read-query.ts';
import type { ContactRoutesOptions } from './route-options.ts';
import { saveContacts } from './saving/save-contacts.ts';

export const contactParams = idParams('contact');
const phoneParams = Type.Object({
  phone: Type.String({ description: 'The number in international format, with or without its plus sign.' }),
});
const tags = ['Contacts'];
const writeCodes = [
  ...bodyCodes,
  'invalid_id',
  'invalid_phone_number',
  'default_country_missing',
  'contact_field_invalid',
  'unknown_store',
] as const;

export const createContactReader =
  ({ pool }: Pick<ContactRoutesOptions, 'pool'>) =>
  async (companyId: string, id: string): Promise<Contact> => {
    const [row, fields, addresses] = await Promise.all([
      findContact(pool, companyId, id),
      listFields(pool, companyId),
      listAddresses(pool, companyId, [id]),
    ]);
    if (!row) throw new AppError('contact_not_found');
    return presentContact(row, addresses, toDefinitions(fields));
  };

const registerReadRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;
  const read = createContactReader(options);

  server.get<{ Querystring: ContactQuery }>(
    '/api/v1/contacts',
    {
      schema: {
        operationId: 'listContacts',
        tags,
        summary: 'List contacts, by search, tag, field, consent, store or segment',
        description: 'A field of your own is asked for as `field.<name>=<value>`.',
        querystring: ContactQuery,
        response: {
          200: ContactPage,
          ...problemResponses(
            ...fieldCodes,
            'invalid_id',
            'invalid_cursor',
            'invalid_characters',
            'contact_field_invalid',
            'segment_not_found',
          ),
        },
      },
    },
    async (request) => {
      const { query } = request;
      const companyId = companyIdOf(request.incoming);
      const sort = query.sort ?? 'created';
      const limit = query.limit ?? 50;
      const place = decodePlace(sort, query.cursor);
      const definitions = toDefinitions(await listFields(pool, companyId));
      const condition = await readQuery(pool, companyId, definitions, query);
      const rows = await listContacts(pool, condition, sort, place, limit);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const addresses = Map.groupBy(
        await listAddresses(
          pool,
          companyId,
          page.map(({ id }) => id),
        ),
        (address) => address.contact_id,
      );
      return {
        data: page.map((row) => presentContact(row, addresses.get(row.id) ?? [], definitions)),
        next_cursor: rows.length > limit && last ? encodePlace(sort, last) : null,
      };
    },
  );

  server.get<WithId>(
    '/api/v1/contacts/:id',
    {
      schema: {
        operationId: 'getContact',
        tags,
        summary: 'Read one contact',
        params: contactParams,
        response: { 200: refTo(Contact), ...problemResponses('contact_not_found', 'invalid_id') },
      },
    },
    (request) => read(companyIdOf(request.incoming), readId('contact', request.params.id)),
  );
};

const registerWriteRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, settings, companyIdOf } = options;
  const read = createContactReader(options);

  server.post<{ Body: NewContact }>(
    '/api/v1/contacts',
    {
      schema: {
        operationId: 'createContact',
        tags,
        summary: 'Add a contact',
        body: refTo(NewContact),
        response: {
          201: { description: 'The contact is there.', ...refTo(Contact) },
          ...problemResponses(...writeCodes, 'contact_exists'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const facts = await loadCompanyFacts(pool, settings, companyId);
      const phoneNumber = requirePhoneNumber(request.body.phone_number, facts.country);
      const write = toWrite(phoneNumber, request.body, facts);
      const [written] = await saveContacts(pool, companyId, [write], false);
      if (written?.outcome !== 'created') throw new AppError('contact_exists');
      return reply.code(201).send(await read(companyId, written.id));
    },
  );

  server.put<{ Params: { phone: string }; Body: ContactUpsert }>(
    '/api/v1/contacts/by-phone/:phone',
    {
      schema: {
        operationId: 'upsertContact',
        tags,
        summary: 'Add the contact with this number, or change it',
        params: phoneParams,
        body: refTo(ContactUpsert),
        response: {
          200: { description: 'It was there, and is changed.', ...refTo(Contact) },
          201: { description: 'It is new.', ...refTo(Contact) },
          ...problemResponses(...writeCodes),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const { phone } = request.params;
      const facts = await loadCompanyFacts(pool, settings, companyId);
      // In a path a plus sign is easily lost.
      const phoneNumber = requirePhoneNumber(/^[1-9]/.test(phone) ? `+${phone}` : phone, facts.country);
      const [written] = await saveContacts(pool, companyId, [toWrite(phoneNumber, request.body, facts)]);
      if (!written) throw new Error('a contact that was written is not there');
      return reply.code(written.outcome === 'created' ? 201 : 200).send(await read(companyId, written.id));
    },
  );
};

const registerChangeRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, settings, companyIdOf } = options;
  const read = createContactReader(options);

  server.patch<WithId & { Body: ContactChange }>(
    '/api/v1/contacts/:id',
    {
      config: { auditsValues: false },
      schema: {
        operationId: 'changeContact',
        tags,
        summary: 'Change a contact',
        params: contactParams,
        body: refTo(ContactChange),
        response: {
          200: refTo(Contact),
          ...problemResponses(...writeCodes, 'contact_not_found', 'contact_exists'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const id = readId('contact', request.params.id);
      const facts = await loadCompanyFacts(pool, settings, companyId);
      const update = toUpdate(request.body, facts);
      if (!(await changeContact(pool, companyId, id, update))) throw new AppError('contact_not_found');
      return await read(companyId, id);
    },
  );

  server.delete<WithId>(
    '/api/v1/contacts/:id',
    {
      schema: {
        operationId: 'deleteContact',
        tags,
        summary: 'Delete a contact; of one who has opted out the number stays refused',
        params: contactParams,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'contact_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const id = readId('contact', request.params.id);
      if (!(await deleteContact(pool, companyIdOf(request.incoming), id)))
        throw new AppError('contact_not_found');
      return reply.code(204).send();
    },
  );
};

export const registerContactRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  for (const schema of [Contact, NewContact, ContactUpsert, ContactChange]) server.addSchema(schema);
  registerReadRoutes(server, options);
  registerWriteRoutes(server, options);
  registerChangeRoutes(server, options);
};
