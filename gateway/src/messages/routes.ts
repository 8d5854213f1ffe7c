// HTTP in and out for messages: both send paths, batches, one message, the list, cancelling and sending again.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import {
  BatchError,
  Message,
  MessagePage,
  MessageQuery,
  SendAnswer,
  SendBatchAnswer,
  SendBatchBody,
  type SendMessageBody,
  SendMessageUnversionedBody,
  sendMessageBody,
} from '@hudhud/contract/messages.ts';
import type { SendContent } from '@hudhud/contract/send-content.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { companyOf } from '../companies/company-of.ts';
import { AppError } from '../platform/errors.ts';
import { explainValidation } from '../platform/http/explain-validation.ts';
import { problemContentType } from '../platform/http/problem-answer.ts';
import { problemResponses, refTo } from '../platform/http/schemas.ts';
import { fromPublicId } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { providerNames } from '../providers/registry.ts';
import { acceptBatch, type BatchItem, within } from './accept-batch.ts';
import {
  type AcceptedMessage,
  type AcceptOptions,
  acceptMessage,
  messagesPerSlice,
} from './accept-message.ts';
import { cancelMessage } from './cancel-message.ts';
import { readContent } from './content/read-content.ts';
import { presentMessage } from './present.ts';
import { findMessage, listMessages } from './queries.ts';
import { findKeysOf } from './recipients/find-keys.ts';
import {
  findRecipient,
  type NamedPerson,
  type Recipient,
  readRecipient,
} from './recipients/read-recipient.ts';
import { type ReadItem, settleDoubts } from './recipients/settle-doubts.ts';
import { retryMessage } from './retry-message.ts';
import type { SendCommand } from './send-command.ts';

export interface MessageRoutesOptions extends AcceptOptions {
  readonly pool: pg.Pool;
}

const SendBody = sendMessageBody(providerNames);

const sendHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The same key and body give the first answer again, for 48 hours.' }),
  ),
  prefer: Type.Optional(
    Type.String({ description: '`respond-async`: answer 202 as soon as the message is stored.' }),
  ),
});

const sendResponses = {
  200: { description: 'The provider has taken the message.', ...refTo(SendAnswer) },
  202: { description: 'The message is stored and goes on by itself.', ...refTo(SendAnswer) },
  ...problemResponses(
    'invalid_json',
    'trial_expired',
    'idempotency_in_progress',
    'body_too_large',
    'unsupported_content_type',
    'missing_field',
    'unknown_field',
    'wrong_type',
    'invalid_phone_number',
    'text_empty',
    'text_too_long',
    'invalid_characters',
    'wrong_count',
    'repeated_value',
    'unknown_message_type',
    'media_not_available',
    'content_not_carried',
    'target_not_found',
    'target_not_usable',
    'invalid_id',
    'unknown_provider',
    'unknown_channel',
    'invalid_idempotency_key',
    'idempotency_key_reused',
    'placeholder_unresolved',
    'recipient_opted_out',
    'invalid_schedule',
    'sender_missing',
    'unknown_sender',
    'invalid_value',
    'provider_rejected',
  ),
};

const messageParams = Type.Object({ id: Type.String({ description: 'The id of the message.' }) });

const wantsToGoOn = (request: FastifyRequest): boolean =>
  /\brespond-async\b/.test(String(request.headers.prefer ?? ''));

const answer = (request: FastifyRequest, reply: FastifyReply, accepted: AcceptedMessage): FastifyReply => {
  if (accepted.isReplayed) reply.header('idempotency-replayed', 'true');
  if (wantsToGoOn(request)) reply.header('preference-applied', 'respond-async');
  // Its row is written already; this is for the log.
  if (accepted.errorCode !== null && accepted.errorCode in errorCatalogue)
    request.incoming.errorCode = accepted.errorCode as keyof typeof errorCatalogue;
  return reply
    .code(accepted.status)
    .type(accepted.status >= 400 ? problemContentType : 'application/json; charset=utf-8')
    .send(accepted.answer);
};

type Options = SendContent &
  Pick<
    SendMessageBody,
    'reply_to' | 'from' | 'variables' | 'reference' | 'schedule_at' | 'on_unknown' | 'transactional'
  >;

const toCommand = ({ phoneNumber, userId }: Recipient, body: Options, provider?: string): SendCommand => ({
  phoneNumber,
  ...(userId !== undefined && { userId }),
  content: readContent(body),
  replyTo: body.reply_to,
  provider,
  from: body.from,
  variables: body.variables,
  reference: body.reference,
  scheduleAt: body.schedule_at,
  onUnknown: body.on_unknown,
  transactionalReason: body.transactional?.reason.trim(),
});

const registerSendRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Options & NamedPerson,
    provider?: string,
  ) => {
    const { incoming } = request;
    const mayWait = options.waitSeconds > 0 && !wantsToGoOn(request);
    const company = companyOf(incoming);
    const command = toCommand(await findRecipient(options.pool, company.id, body), body, provider);
    return answer(request, reply, await acceptMessage(options, company, incoming, request, command, mayWait));
  };

  server.post<{ Body: SendMessageBody }>(
    '/api/v1/messages/send',
    {
      schema: {
        operationId: 'sendMessage',
        tags: ['Messages'],
        summary: 'Send a message',
        headers: sendHeaders,
        body: refTo(SendBody),
        response: sendResponses,
      },
    },
    (request, reply) => send(request, reply, request.body, request.body.provider),
  );

  server.post<{ Body: SendMessageUnversionedBody }>(
    '/api/messages/send',
    {
      schema: {
        operationId: 'sendMessageUnversioned',
        tags: ['Messages'],
        summary: 'Send a message, in the words of the path without a version',
        headers: sendHeaders,
        body: refTo(SendMessageUnversionedBody),
        response: sendResponses,
      },
    },
    (request, reply) => send(request, reply, request.body),
  );
};

const OneOfBatch = refTo(SendBody);

const readOne = (body: SendMessageBody, index: number): ReadItem => {
  const read = readRecipient(body);
  if ('error' in read) return { item: { errors: within(index, [read.error]) } };
  const { doubtful } = read.recipient;
  const item = { command: toCommand(read.recipient, body, body.provider) };
  return doubtful === undefined ? { item } : { item, doubtful };
};

/** Each message of a batch is held against the schema of a single one, so that one bad one does not cost the others. */
const readBatch = async (
  request: FastifyRequest<{ Body: SendBatchBody }>,
  pool: pg.Pool,
): Promise<BatchItem[]> => {
  const read = await inSlices(request.body.messages, messagesPerSlice, (message, index): ReadItem => {
    const validate =
      request.getValidationFunction(OneOfBatch) ?? request.compileValidationSchema(OneOfBatch, 'body');
    if (validate(message)) return readOne(message as SendMessageBody, index);
    const { errors = [] } = explainValidation(
      (validate.errors ?? []) as Parameters<typeof explainValidation>[0],
      'body',
    );
    return { item: { errors: within(index, errors) } };
  });
  return await settleDoubts(pool, companyOf(request.incoming).id, read);
};

const registerBatchRoute = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  server.post<{ Body: SendBatchBody }>(
    '/api/v1/messages/send-batch',
    {
      schema: {
        operationId: 'sendMessageBatch',
        tags: ['Messages'],
        summary: 'Send up to 1,000 messages in one request',
        headers: Type.Pick(sendHeaders, ['idempotency-key']),
        body: refTo(SendBatchBody),
        response: {
          202: { description: 'Each message has its own result.', ...refTo(SendBatchAnswer) },
          ...problemResponses(
            'invalid_json',
            'trial_expired',
            'idempotency_in_progress',
            'body_too_large',
            'unsupported_content_type',
            'missing_field',
            'unknown_field',
            'wrong_type',
            'batch_empty',
            'batch_too_large',
            'invalid_characters',
            'invalid_idempotency_key',
            'idempotency_key_reused',
          ),
        },
      },
    },
    async (request, reply) => {
      const { incoming } = request;
      const items = await readBatch(request, options.pool);
      return answer(
        request,
        reply,
        await acceptBatch(options, companyOf(incoming), incoming, request, items),
      );
    },
  );
};

const readId = (text: string): string => {
  const id = fromPublicId('message', text);
  if (id === null) throw new AppError('invalid_id', { detail: 'A message id starts with msg_.' });
  return id;
};

const bodyCodes = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
  'invalid_characters',
] as const;

const registerChangeRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  server.post<{ Params: { id: string } }>(
    '/api/v1/messages/:id/cancel',
    {
      schema: {
        operationId: 'cancelMessage',
        tags: ['Messages'],
        summary: 'Cancel a message that still waits',
        params: messageParams,
        response: {
          200: refTo(Message),
          ...problemResponses('message_not_found', 'message_not_cancellable', 'invalid_id', ...bodyCodes),
        },
      },
    },
    async (request) =>
      presentMessage(
        await cancelMessage(options.pool, companyOf(request.incoming).id, readId(request.params.id)),
      ),
  );

  server.post<{ Params: { id: string } }>(
    '/api/v1/messages/:id/retry',
    {
      schema: {
        operationId: 'retryMessage',
        tags: ['Messages'],
        summary: 'Send a failed, expired or unconfirmed message again',
        description:
          'An unconfirmed message may have reached the person already: sending it again may reach them twice.',
        params: messageParams,
        response: {
          202: refTo(Message),
          ...problemResponses(
            'message_not_found',
            'message_not_retryable',
            'trial_expired',
            'sender_missing',
            'recipient_opted_out',
            'invalid_id',
            ...bodyCodes,
          ),
        },
      },
    },
    async (request, reply) => {
      const company = companyOf(request.incoming);
      const row = await retryMessage(options, company, readId(request.params.id));
      return reply.code(202).send(presentMessage(row));
    },
  );
};

const registerReadRoutes = (server: FastifyInstance, { pool }: MessageRoutesOptions): void => {
  server.get<{ Querystring: MessageQuery }>(
    '/api/v1/messages',
    {
      schema: {
        operationId: 'listMessages',
        tags: ['Messages'],
        summary: 'List messages, newest first',
        querystring: MessageQuery,
        response: {
          200: MessagePage,
          ...problemResponses(
            'unknown_field',
            'wrong_type',
            'invalid_value',
            'invalid_phone_number',
            'invalid_cursor',
          ),
        },
      },
    },
    async (request) => {
      const { query } = request;
      const range = toIdRange('messages', query);
      const companyId = companyOf(request.incoming).id;
      const people = await findKeysOf(pool, companyId, query);
      const rows = await listMessages(pool, companyId, range, query, people);
      return toPage('messages', rows, range.limit, presentMessage);
    },
  );

  server.get<{ Params: { id: string } }>(
    '/api/v1/messages/:id',
    {
      schema: {
        operationId: 'getMessage',
        tags: ['Messages'],
        summary: 'Read one message',
        params: messageParams,
        response: { 200: refTo(Message), ...problemResponses('message_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const row = await findMessage(pool, companyOf(request.incoming).id, readId(request.params.id));
      if (!row) throw new AppError('message_not_found');
      return presentMessage(row);
    },
  );
};

export const registerMessageRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  if (!server.getSchema('Failure')) server.addSchema(Failure);
  for (const schema of [
    SendBody,
    SendMessageUnversionedBody,
    SendAnswer,
    SendBatchBody,
    BatchError,
    SendBatchAnswer,
    Message,
  ])
    server.addSchema(schema);
  registerSendRoutes(server, options);
  registerBatchRoute(server, options);
  registerReadRoutes(server, options);
  registerChangeRoutes(server, options);
};
