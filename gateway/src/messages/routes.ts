// HTTP in and out for messages: both send paths, batches, one message, cancelling and sending again. The list has routes of
// its own.

import { TemplateRequest } from '@hudhud/contract/content.ts';
import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import {
  BatchError,
  Message,
  SendAnswer,
  SendBatchAnswer,
  SendBatchBody,
  type SendMessageBody,
  type SendMessageUnversionedBody,
  sendMessageBody,
  sendMessageUnversionedBody,
} from '@hudhud/contract/messages.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { SendContent } from '@hudhud/contract/send-content.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { companyOf } from '../companies/company-of.ts';
import { AppError } from '../platform/errors.ts';
import { explainValidation } from '../platform/http/explain-validation.ts';
import { problemContentType } from '../platform/http/problem-answer.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { inSlices } from '../platform/in-slices.ts';
import { providerNames } from '../providers/registry.ts';
import { templateSendCodes } from '../templates/send-codes.ts';
import { acceptBatch, type BatchItem, within } from './accept-batch.ts';
import { acceptMessage } from './accept-message.ts';
import type { AcceptedMessage, AcceptOptions } from './accepting.ts';
import { cancelMessage } from './cancel-message.ts';
import { readContent } from './content/read-content.ts';
import { registerListRoutes } from './listing/routes.ts';
import { type MarkReadOptions, registerMarkReadRoute } from './mark-read-route.ts';
import { presentMessage } from './present.ts';
import { findMessage, listStatusRaws } from './queries.ts';
import {
  findRecipient,
  type NamedPerson,
  type Recipient,
  readRecipient,
} from './recipients/read-recipient.ts';
import { type ReadItem, settleDoubts } from './recipients/settle-doubts.ts';
import { retryMessage } from './retry-message.ts';
import type { SendCommand } from './send-command.ts';
import { sendHeaders, sendRequestCodes, sendResponses } from './send-schemas.ts';
import { messagesPerSlice } from './storing/store-offered.ts';

export interface MessageRoutesOptions extends AcceptOptions, MarkReadOptions {
  readonly pool: pg.Pool;
}

const SendBody = Type.Unsafe<SendMessageBody>({ $ref: 'SendMessage#' });
const UnversionedBody = Type.Unsafe<SendMessageUnversionedBody>({ $ref: 'SendMessageUnversioned#' });

const messageParams = idParams('message');

const wantsToGoOn = (request: FastifyRequest): boolean =>
  /\brespond-async\b/.test(String(request.headers.prefer ?? ''));

const answer = (request: FastifyRequest, reply: FastifyReply, accepted: AcceptedMessage): FastifyReply => {
  if (accepted.isReplayed) reply.header('idempotency-replayed', 'true');
  if (wantsToGoOn(request)) reply.header('preference-applied', 'respond-async');
  const { incoming } = request;
  incoming.messageId = accepted.messageId;
  if (accepted.isRecorded) incoming.rowBy = 'route';
  // Its row is written already; this is for the log.
  if (accepted.errorCode !== null && accepted.errorCode in errorCatalogue)
    incoming.errorCode = accepted.errorCode as keyof typeof errorCatalogue;
  return reply
    .code(accepted.status)
    .type(accepted.status >= 400 ? problemContentType : 'application/json; charset=utf-8')
    .send(accepted.answer);
};

type Options = SendContent &
  Pick<
    SendMessageBody,
    | 'reply_to'
    | 'fallback_template'
    | 'from'
    | 'variables'
    | 'reference'
    | 'schedule_at'
    | 'on_unknown'
    | 'transactional'
  >;

const toCommand = ({ phoneNumber, userId }: Recipient, body: Options, provider?: string): SendCommand => ({
  phoneNumber,
  ...(userId !== undefined && { userId }),
  content: readContent(body),
  ...(body.fallback_template && { fallbackTemplate: body.fallback_template }),
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
        body: SendBody,
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
        summary: 'Send a message by the path without a version',
        headers: sendHeaders,
        body: UnversionedBody,
        response: sendResponses,
      },
    },
    (request, reply) => send(request, reply, request.body),
  );
};

const readOne = (body: SendMessageBody, index: number): ReadItem => {
  const read = readRecipient(body);
  if ('error' in read) return { item: { errors: within(index, [read.error]) } };
  const { doubtful } = read.recipient;
  const item = { command: toCommand(read.recipient, body, body.provider) };
  return doubtful === undefined ? { item } : { item, doubtful };
};

/** Each message of a batch is checked with the schema of a single one, so that one mistake does not affect the others. */
const readBatch = async (
  request: FastifyRequest<{ Body: SendBatchBody }>,
  pool: pg.Pool,
): Promise<BatchItem[]> => {
  const read = await inSlices(request.body.messages, messagesPerSlice, (message, index): ReadItem => {
    const validate =
      request.getValidationFunction(SendBody) ?? request.compileValidationSchema(SendBody, 'body');
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
            ...sendRequestCodes,
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

const registerChangeRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  server.post<WithId>(
    '/api/v1/messages/:id/cancel',
    {
      schema: {
        operationId: 'cancelMessage',
        tags: ['Messages'],
        summary: 'Cancel a message that still waits',
        params: messageParams,
        response: {
          200: refTo(Message),
          ...problemResponses(
            'message_not_found',
            'message_not_cancellable',
            'invalid_id',
            ...strayBodyCodes,
          ),
        },
      },
    },
    async (request) =>
      presentMessage(
        await cancelMessage(
          options.pool,
          companyOf(request.incoming).id,
          readId('message', request.params.id),
        ),
      ),
  );

  server.post<WithId>(
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
            ...templateSendCodes,
            'invalid_id',
            ...strayBodyCodes,
          ),
        },
      },
    },
    async (request, reply) => {
      const company = companyOf(request.incoming);
      const row = await retryMessage(options, company, readId('message', request.params.id));
      return reply.code(202).send(presentMessage(row));
    },
  );
};

const registerReadRoutes = (server: FastifyInstance, { pool }: MessageRoutesOptions): void => {
  server.get<WithId>(
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
      const companyId = companyOf(request.incoming).id;
      const id = readId('message', request.params.id);
      const row = await findMessage(pool, companyId, id);
      if (!row) throw new AppError('message_not_found');
      return presentMessage(row, row.direction === 'out' ? await listStatusRaws(pool, companyId, id) : []);
    },
  );
};

export const registerMessageRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  if (!server.getSchema('Failure')) server.addSchema(Failure);
  if (!server.getSchema('TemplateRequest')) server.addSchema(TemplateRequest);
  for (const schema of [
    sendMessageBody(providerNames),
    sendMessageUnversionedBody(),
    SendAnswer,
    SendBatchBody,
    BatchError,
    SendBatchAnswer,
    Message,
  ])
    server.addSchema(schema);
  registerSendRoutes(server, options);
  registerBatchRoute(server, options);
  registerListRoutes(server, options);
  registerReadRoutes(server, options);
  registerChangeRoutes(server, options);
  registerMarkReadRoute(server, options);
};
