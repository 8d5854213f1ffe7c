// Notifies the provider that a person's message was read. Nothing of it is stored: it changes what the person sees, not what
// the message is.

import { MarkReadAnswer, MarkReadBody } from '@hudhud/contract/messages.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { companyOf } from '../companies/company-of.ts';
import type { Company } from '../companies/directory.ts';
import { AppError } from '../platform/errors.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { toPublicId } from '../platform/ids.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import { findMessage } from './queries.ts';

export interface MarkReadOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  /** The way to providers. */
  readonly http: OutgoingHttp;
}

const markMessageRead = async (
  { pool, senders, http }: MarkReadOptions,
  { id: companyId }: Company,
  id: string,
  isTyping: boolean,
): Promise<void> => {
  const message = await findMessage(pool, companyId, id);
  if (!message) throw new AppError('message_not_found');
  const known = senders.peek(companyId) ?? (await senders.find(companyId));
  const sender = known.find((candidate) => candidate.id === message.sender_id);
  const providerMessageId = message.provider_message_id;
  if (message.direction !== 'in' || !providerMessageId || !sender) throw new AppError('message_not_incoming');
  const { markRead } = sender.provider;
  if (!markRead) throw new AppError('read_not_carried');
  const outcome = await markRead(http, sender.fields, providerMessageId, isTyping);
  if (outcome.kind === 'marked') return;
  throw new AppError('provider_rejected', {
    detail: outcome.failure.cause,
    providerError: outcome.failure,
    messageId: toPublicId('message', id),
  });
};

const params = idParams('message');

export const registerMarkReadRoute = (server: FastifyInstance, options: MarkReadOptions): void => {
  for (const schema of [MarkReadBody, MarkReadAnswer]) server.addSchema(schema);
  server.post<WithId & { Body: MarkReadBody }>(
    '/api/v1/messages/:id/read',
    {
      schema: {
        operationId: 'markMessageRead',
        tags: ['Messages'],
        summary: 'Mark an incoming message as read, and show that an answer is being typed',
        description:
          'The person sees blue ticks; with `typing`, the dots, for 25 seconds or until you answer.',
        params,
        body: refTo(MarkReadBody),
        response: {
          200: refTo(MarkReadAnswer),
          ...problemResponses(
            'message_not_found',
            'message_not_incoming',
            'read_not_carried',
            'provider_rejected',
            'missing_field',
            'unknown_field',
            'wrong_type',
            'invalid_id',
            ...strayBodyCodes,
          ),
        },
      },
    },
    async (request): Promise<MarkReadAnswer> => {
      const id = readId('message', request.params.id);
      await markMessageRead(options, companyOf(request.incoming), id, request.body?.typing ?? false);
      return { message_id: request.params.id, status: 'read' };
    },
  );
};
