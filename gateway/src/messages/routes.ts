// HTTP in and out for messages: both send paths, one message, the list.

import {
  Message,
  MessagePage,
  MessageQuery,
  SendAnswer,
  type SendMessageBody,
  SendMessageUnversionedBody,
  sendMessageBody,
} from '@hudhud/contract/messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { companyOf } from '../companies/company-of.ts';
import { AppError } from '../platform/errors.ts';
import { problemResponses, refTo } from '../platform/http/schemas.ts';
import { fromPublicId } from '../platform/ids.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { defaultProvider, providerNames } from '../providers/registry.ts';
import { type AcceptOptions, acceptMessage, type SendCommand } from './accept-message.ts';
import { presentMessage } from './present.ts';
import { findMessage, listMessages } from './queries.ts';

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
    'unknown_message_type',
    'unknown_provider',
    'unknown_channel',
    'invalid_idempotency_key',
    'idempotency_key_reused',
  ),
};

const messageParams = Type.Object({ id: Type.String({ description: 'The id of the message.' }) });

/** The schema has checked the number; here it only takes its canonical form. */
const toE164 = (text: string): string => parsePhoneNumber(text) ?? text;

const registerSendRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply, command: SendCommand) => {
    const { incoming } = request;
    const accepted = await acceptMessage(options, companyOf(incoming), incoming, request, command);
    if (accepted.isReplayed) reply.header('idempotency-replayed', 'true');
    if (/\brespond-async\b/.test(String(request.headers.prefer ?? ''))) {
      reply.header('preference-applied', 'respond-async');
    }
    return reply.code(accepted.status).type('application/json; charset=utf-8').send(accepted.answer);
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
    (request, reply) =>
      send(request, reply, {
        phoneNumber: toE164(request.body.to),
        body: request.body.message,
        type: request.body.type ?? 'text',
        provider: request.body.provider ?? defaultProvider,
      }),
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
    (request, reply) =>
      send(request, reply, {
        phoneNumber: toE164(request.body.phone_number),
        body: request.body.message,
        type: request.body.type ?? 'text',
        provider: defaultProvider,
      }),
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
      const filter = query.phone_number ? { ...query, phone_number: toE164(query.phone_number) } : query;
      const rows = await listMessages(pool, companyOf(request.incoming).id, range, filter);
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
      const id = fromPublicId('message', request.params.id);
      if (id === null) throw new AppError('invalid_id', { detail: 'A message id starts with msg_.' });
      const row = await findMessage(pool, companyOf(request.incoming).id, id);
      if (!row) throw new AppError('message_not_found');
      return presentMessage(row);
    },
  );
};

export const registerMessageRoutes = (server: FastifyInstance, options: MessageRoutesOptions): void => {
  for (const schema of [SendBody, SendMessageUnversionedBody, SendAnswer, Message]) server.addSchema(schema);
  registerSendRoutes(server, options);
  registerReadRoutes(server, options);
};
