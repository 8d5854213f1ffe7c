// HTTP in and out for the company's own contact fields.

import {
  ContactField,
  ContactFieldChange,
  ContactFieldList,
  fieldsMax,
  NewContactField,
} from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { presentField } from '../present.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { hideField, insertField, listFields, updateField } from './queries.ts';

// Names that placeholders and imports use for the contact itself; no field of a company's own can have them.

const reservedNames: ReadonlySet<string> = new Set([
  'id',
  'phone',
  'phone_number',
  'name',
  'first_name',
  'language',
  'store',
  'store_id',
  'notes',
  'tags',
  'consent',
  'last_seen_at',
  'created_at',
  'updated_at',
  '__proto__',
  'constructor',
]);

type WithName = { Params: { name: string } };
const params = Type.Object({ name: Type.String({ description: 'The name of the field.' }) });
const tags = ['Contacts'];

const noChoices = (): AppError =>
  fieldProblem('invalid_value', { pointer: '/choices' }, 'A choice needs something to choose from.');

const checkNew = ({ name, type, choices }: NewContactField): void => {
  if (reservedNames.has(name.toLowerCase())) {
    const detail = `The contact itself has a field "${name}".`;
    throw fieldProblem('contact_field_reserved', { pointer: '/name' }, detail);
  }
  if (type === 'choice' && (choices ?? []).length === 0) throw noChoices();
};

const tidyChoices = (choices: readonly string[]): string[] => [
  ...new Set(choices.map((choice) => choice.trim())),
];

/** A path may contain a name that no field can have. */
const readName = (name: string): string => {
  if (name.includes('\u0000')) throw new AppError('contact_field_not_found');
  return name;
};

const createReader =
  ({ pool }: ContactRoutesOptions) =>
  async (companyId: string, name: string): Promise<ContactField> => {
    const row = (await listFields(pool, companyId)).find((field) => field.name === name);
    if (!row) throw new AppError('contact_field_not_found');
    return presentField(row);
  };

const registerListAndCreate = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;
  const read = createReader(options);

  server.get(
    '/api/v1/contact-fields',
    {
      schema: {
        operationId: 'listContactFields',
        tags,
        summary: 'The fields of your own',
        response: { 200: ContactFieldList, ...problemResponses() },
      },
    },
    async (request) => ({
      data: (await listFields(pool, companyIdOf(request.incoming))).map(presentField),
    }),
  );

  server.post<{ Body: NewContactField }>(
    '/api/v1/contact-fields',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createContactField',
        tags,
        summary: 'Add a field of your own',
        body: refTo(NewContactField),
        response: {
          201: { description: 'The field is there.', ...refTo(ContactField) },
          ...problemResponses(
            ...bodyCodes,
            'contact_field_exists',
            'contact_field_reserved',
            'too_many_contact_fields',
          ),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      checkNew(body);
      const companyId = companyIdOf(request.incoming);
      const choices = body.type === 'choice' ? tidyChoices(body.choices ?? []) : [];
      const field = { name: body.name, label: body.label?.trim() ?? body.name, type: body.type, choices };
      const outcome = await insertField(pool, companyId, field, fieldsMax);
      if (outcome === 'exists') throw new AppError('contact_field_exists');
      if (outcome === 'too_many') throw new AppError('too_many_contact_fields');
      return reply.code(201).send(await read(companyId, body.name));
    },
  );
};

const registerChanges = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;
  const read = createReader(options);

  server.patch<WithName & { Body: ContactFieldChange }>(
    '/api/v1/contact-fields/:name',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeContactField',
        tags,
        summary: 'Change the label or the choices of a field',
        params,
        body: refTo(ContactFieldChange),
        response: { 200: refTo(ContactField), ...problemResponses(...bodyCodes, 'contact_field_not_found') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const name = readName(request.params.name);
      const { label, choices } = request.body;
      const { type } = await read(companyId, name);
      const tidied = choices && type === 'choice' ? tidyChoices(choices) : null;
      if (tidied?.length === 0) throw noChoices();
      await updateField(pool, companyId, name, { label: label?.trim() ?? null, choices: tidied });
      return await read(companyId, name);
    },
  );

  server.delete<WithName>(
    '/api/v1/contact-fields/:name',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'deleteContactField',
        tags,
        summary: 'Delete a field and its values',
        params,
        response: {
          204: { description: 'It is gone; its values are taken out behind the answer.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'contact_field_not_found'),
        },
      },
    },
    async (request, reply) => {
      const name = readName(request.params.name);
      if (!(await hideField(pool, companyIdOf(request.incoming), name)))
        throw new AppError('contact_field_not_found');
      return reply.code(204).send();
    },
  );
};

export const registerContactFieldRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  for (const schema of [ContactField, NewContactField, ContactFieldChange]) server.addSchema(schema);
  registerListAndCreate(server, options);
  registerChanges(server, options);
};
