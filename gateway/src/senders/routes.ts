// HTTP in and out for senders and providers.

import { Failure } from '@hudhud/contract/failure.ts';
import { ListQuery } from '@hudhud/contract/paging.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  type ChangeSenderBody,
  changeSenderBody,
  Heard,
  HeardQuery,
  type NewSenderBody,
  newSenderBody,
  Provider,
  ProviderList,
  Sender,
  SenderHealth,
  SenderPage,
  SenderTest,
} from '@hudhud/contract/senders.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError, fieldProblem } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { bodyCodes, fieldCodes, pageCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { secretsOfBody } from '../platform/http/secret-fields.ts';
import { fromPublicId } from '../platform/ids.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { findProvider, providerNames } from '../providers/registry.ts';
import { addSender, type NewSender } from './add-sender.ts';
import type { SimulatedNumber } from './add-simulated-sender.ts';
import { changeSender, type SenderChange } from './change-sender.ts';
import { checkFields } from './check-fields.ts';
import { deleteSender } from './delete-sender.ts';
import type { Sender as DirectorySender, SenderDirectory } from './directory.ts';
import { findReceivedMessage } from './health/queries.ts';
import { presentHeard, presentProvider, presentSender, presentTest } from './present.ts';
import { findSender, listSenderPage, type SenderRow } from './queries.ts';
import { refuseUnregistrable, registerCallback } from './register-callback.ts';
import { testSender } from './test-sender.ts';

export interface SenderRoutesOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly directory: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly publicUrl: () => string;
  /** Null where no simulator runs. */
  readonly newSimulatedNumber: ((provider: string) => SimulatedNumber | null) | null;
  /** Reads and keeps the health of a sender. */
  readonly readHealth?: (sender: DirectorySender) => Promise<unknown>;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const providers = providerNames.flatMap((name) => findProvider(name) ?? []);
const NewSenderSchema = newSenderBody(providers);
const ChangeSenderSchema = changeSenderBody(providers);

const senderParams = idParams('sender');

const senderCodes = [
  ...bodyCodes,
  'invalid_phone_number',
  'invalid_id',
  'unknown_store',
  'sender_exists',
] as const;

/** The schema has checked it. */
const readStoreId = (text: string | null): string | null => text && fromPublicId('store', text);

const present = async (
  options: SenderRoutesOptions,
  companyId: string,
  senderId: string,
): Promise<Sender> => {
  const row = await findSender(options.pool, companyId, senderId);
  if (!row) throw new AppError('sender_not_found');
  return presentSender(options.secrets, options.publicUrl(), row);
};

const refuseSimulated = (detail: string): AppError =>
  fieldProblem('invalid_value', { pointer: '/is_simulated' }, detail);

/** The credentials of a new sender: given and checked, or made by the simulator. */
const readConnection = (
  options: SenderRoutesOptions,
  body: NewSenderBody,
): Pick<NewSender, 'provider' | 'fields' | 'phoneNumber'> => {
  const provider = findProvider(body.provider);
  if (!provider) throw new AppError('unknown_provider');
  if (body.register_callback) refuseUnregistrable(provider);
  const phoneNumber = body.phone_number === undefined ? null : parsePhoneNumber(body.phone_number);
  if (!body.is_simulated) return { provider, fields: checkFields(provider, body.fields), phoneNumber };
  if (!options.newSimulatedNumber) throw refuseSimulated('This gateway runs no simulator.');
  const number = options.newSimulatedNumber(provider.name);
  if (!number) throw refuseSimulated(`The simulator does not speak ${provider.name}.`);
  if (Object.keys(body.fields).length > 0) {
    throw refuseSimulated('A simulated sender has no fields of its own; leave them out.');
  }
  return { provider, fields: number.fields, phoneNumber: number.phoneNumber };
};

/** From the directory, because that is what sends: there a simulated sender points at this very process. */
const registerCallbackOf = async (
  { pool, http, directory, publicUrl }: SenderRoutesOptions,
  companyId: string,
  senderId: string,
): Promise<void> => {
  const sender = (await directory.find(companyId)).find(({ id }) => id === senderId);
  if (sender) await registerCallback(pool, http, sender, publicUrl());
};

const registerReadRoutes = (server: FastifyInstance, options: SenderRoutesOptions): void => {
  server.get(
    '/api/v1/providers',
    {
      schema: {
        operationId: 'listProviders',
        tags: ['Senders'],
        summary: 'List the providers a sender can be connected to',
        response: { 200: ProviderList, ...problemResponses() },
      },
    },
    async () => ({ data: providers.map(presentProvider) }),
  );

  server.get<{ Querystring: ListQuery }>(
    '/api/v1/senders',
    {
      schema: {
        operationId: 'listSenders',
        tags: ['Senders'],
        summary: 'List the senders, newest first',
        querystring: ListQuery,
        response: {
          200: SenderPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const range = toIdRange('senders', request.query);
      const rows = await listSenderPage(options.pool, options.companyIdOf(request.incoming), range);
      return toPage('senders', rows, range.limit, (row) =>
        presentSender(options.secrets, options.publicUrl(), row),
      );
    },
  );

  server.get<WithId>(
    '/api/v1/senders/:id',
    {
      schema: {
        operationId: 'getSender',
        tags: ['Senders'],
        summary: 'Read one sender',
        params: senderParams,
        response: { 200: refTo(Sender), ...problemResponses('sender_not_found', 'invalid_id') },
      },
    },
    (request) => present(options, options.companyIdOf(request.incoming), readId('sender', request.params.id)),
  );
};

const registerCreateRoute = (server: FastifyInstance, options: SenderRoutesOptions): void => {
  server.post<{ Body: NewSenderBody }>(
    '/api/v1/senders',
    {
      config: { role: 'admin', secretFields: secretsOfBody(NewSenderSchema, { removed: ['fields.*'] }) },
      schema: {
        operationId: 'createSender',
        tags: ['Senders'],
        summary: 'Connect a WhatsApp number',
        body: refTo(NewSenderSchema),
        response: {
          201: { description: 'The sender is connected.', ...refTo(Sender) },
          ...problemResponses(...senderCodes, 'unknown_provider', 'too_many_senders'),
        },
      },
    },
    async (request, reply) => {
      const companyId = options.companyIdOf(request.incoming);
      const { body } = request;
      const id = await addSender(options.pool, options.secrets, {
        companyId,
        name: body.name.trim(),
        ...readConnection(options, body),
        isSimulated: body.is_simulated ?? false,
        storeId: readStoreId(body.store_id ?? null),
        messagesPerSecond: body.messages_per_second ?? null,
        isDefault: body.is_default ?? false,
      });
      options.directory.forget(companyId);
      if (id === null) throw new Error('the company of this request is gone');
      if (body.register_callback) await registerCallbackOf(options, companyId, id);
      return reply.code(201).send(await present(options, companyId, id));
    },
  );
};

const toChange = (body: ChangeSenderBody): Omit<SenderChange, 'companyId' | 'senderId'> => ({
  ...(body.name !== undefined && { name: body.name.trim() }),
  ...(body.fields !== undefined && { fields: body.fields }),
  ...(body.store_id !== undefined && { storeId: readStoreId(body.store_id) }),
  ...(body.phone_number !== undefined && {
    phoneNumber: parsePhoneNumber(body.phone_number) ?? body.phone_number,
  }),
  ...(body.messages_per_second !== undefined && { messagesPerSecond: body.messages_per_second }),
  ...(body.is_default && { isDefault: true as const }),
});

const registerChangeRoutes = (server: FastifyInstance, options: SenderRoutesOptions): void => {
  const { pool, secrets, directory } = options;

  server.patch<WithId & { Body: ChangeSenderBody }>(
    '/api/v1/senders/:id',
    {
      config: { role: 'admin', secretFields: secretsOfBody(ChangeSenderSchema, { removed: ['fields.*'] }) },
      schema: {
        operationId: 'changeSender',
        tags: ['Senders'],
        summary: 'Change a sender, or make it the default',
        params: senderParams,
        body: refTo(ChangeSenderSchema),
        response: {
          200: refTo(Sender),
          ...problemResponses(...senderCodes, 'sender_not_found', 'secrets_required'),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const senderId = readId('sender', request.params.id);
      const change = { companyId, senderId, ...toChange(request.body) };
      const row = await findSender(pool, companyId, senderId);
      const provider = row && findProvider(row.provider);
      if (request.body.register_callback && provider) refuseUnregistrable(provider);
      if (!(await changeSender(pool, secrets, change))) throw new AppError('sender_not_found');
      directory.forget(companyId);
      if (request.body.register_callback) await registerCallbackOf(options, companyId, senderId);
      return await present(options, companyId, senderId);
    },
  );

  server.delete<WithId>(
    '/api/v1/senders/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'deleteSender',
        tags: ['Senders'],
        summary: 'Delete a sender that has nothing left to send',
        params: senderParams,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses('sender_not_found', 'sender_in_use', 'invalid_id', ...strayBodyCodes),
        },
      },
    },
    async (request, reply) => {
      const companyId = options.companyIdOf(request.incoming);
      if (!(await deleteSender(pool, companyId, readId('sender', request.params.id)))) {
        throw new AppError('sender_not_found');
      }
      directory.forget(companyId);
      return reply.code(204).send();
    },
  );
};

/** A day at most: earlier messages have been seen, and the query reads all messages of that time. */
const findReceivedSince = async (pool: pg.Pool, row: SenderRow, since: string): Promise<string | null> => {
  const earliest = Math.max(Date.parse(since), Date.now() - dayMilliseconds);
  const key = { companyId: row.company_id, senderId: row.id };
  return (await findReceivedMessage(pool, key, new Date(earliest)))?.id ?? null;
};

const registerTestRoute = (server: FastifyInstance, options: SenderRoutesOptions): void => {
  const { pool, directory, http } = options;

  server.post<WithId>(
    '/api/v1/senders/:id/test',
    {
      schema: {
        operationId: 'testSender',
        tags: ['Senders'],
        summary: 'Test a sender step by step: credentials, number, subscription and callbacks',
        description: 'A sender that works again is connected again, and its waiting messages go out.',
        params: senderParams,
        response: {
          200: refTo(SenderTest),
          ...problemResponses('sender_not_found', 'invalid_id', ...strayBodyCodes),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const senderId = readId('sender', request.params.id);
      // From the directory, because that is what sends: there a simulated sender points at this very process.
      const sender = (await directory.find(companyId)).find(({ id }) => id === senderId);
      if (!sender) throw new AppError('sender_not_found');
      const result = await testSender(pool, http, sender, options.publicUrl());
      // The health of a sender that was just tested is read at once; a failure of that is in the steps already.
      if (result.test.kind === 'working') await options.readHealth?.(sender);
      directory.forget(companyId);
      return presentTest(result);
    },
  );

  server.get<WithId & { Querystring: HeardQuery }>(
    '/api/v1/senders/:id/heard',
    {
      schema: {
        operationId: 'getHeard',
        tags: ['Senders'],
        summary: 'Whether a message has come in for a sender since a moment',
        description:
          'The last step of a test: write to the number with a phone, and ask until the message is there.',
        params: senderParams,
        querystring: HeardQuery,
        response: {
          200: refTo(Heard),
          ...problemResponses('sender_not_found', 'invalid_id', 'missing_field', ...fieldCodes),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await findSender(pool, companyId, readId('sender', request.params.id));
      if (!row) throw new AppError('sender_not_found');
      return presentHeard(row, await findReceivedSince(pool, row, request.query.since));
    },
  );
};

export const registerSenderRoutes = (server: FastifyInstance, options: SenderRoutesOptions): void => {
  for (const schema of [
    Provider,
    SenderHealth,
    Sender,
    SenderTest,
    Heard,
    NewSenderSchema,
    ChangeSenderSchema,
  ]) {
    server.addSchema(schema);
  }
  // Other rooms explain failures too; the first one to register adds the schema.
  if (!server.getSchema('Failure')) server.addSchema(Failure);
  registerReadRoutes(server, options);
  registerCreateRoute(server, options);
  registerChangeRoutes(server, options);
  registerTestRoute(server, options);
};
