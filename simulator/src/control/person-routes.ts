// Control: the simulated people, what they write, and what their phones show, also as a live stream.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ChatMessage, Conversation } from '../chat/conversations.ts';
import type { InboundInput } from '../chat/send-inbound.ts';
import type { OpenConnections } from '../cloud/open-connections.ts';
import { asObject, type Json } from '../message/check-value.ts';
import type { Simulator } from '../simulator.ts';
import { findNumber } from './number-routes.ts';
import { presentMessage } from './present-message.ts';
import { ControlFailure, readFields } from './read-fields.ts';
import { snakeKeys } from './snake-case.ts';
import { streamChat } from './stream-chat.ts';

const inboundMax = 1_000;
/** Media come in base64. */
const inboundBytesMax = 32 * 1024 * 1024;

export function personRoutes(app: FastifyInstance, simulator: Simulator, connections: OpenConnections): void {
  const { people, conversations } = simulator;

  app.get('/people', () => ({ data: people.list().map(snakeKeys) }));

  app.put('/people/:wa_id', (request) => {
    const changes = readFields(request.body, {
      name: 'string?',
      username: 'string|null?',
      hidesPhone: 'boolean?',
      autoReply: 'string|null?',
    });
    return snakeKeys(people.put(waIdOf(request.params), changes));
  });

  app.delete('/people/:wa_id', (request, reply) => {
    people.remove(waIdOf(request.params));
    return reply.code(204).send();
  });

  app.post('/numbers/:id/inbound', { bodyLimit: inboundBytesMax }, (request, reply) => {
    const { phoneNumberId } = findNumber(simulator, request);
    const body = asObject(request.body) ?? {};
    const list = Array.isArray(body.messages) ? (body.messages as unknown[]) : [body];
    if (list.length > inboundMax) {
      throw new ControlFailure(400, 'field_invalid', `messages has at most ${inboundMax} members.`);
    }
    const ids = list.map((member) => {
      const result = simulator.sendInbound(phoneNumberId, readInbound(member));
      if (result.kind === 'refused') throw new ControlFailure(400, 'inbound_refused', `${result.reason}.`);
      return result.id;
    });
    return reply.code(202).send({ ids });
  });

  app.get('/conversations', (request) => {
    const { phoneNumberId } = readFields(request.query, { phoneNumberId: 'string?' });
    const newestFirst = conversations.list(phoneNumberId).sort((a, b) => newestAt(b) - newestAt(a));
    return { data: newestFirst.slice(0, 500).map((chat) => presentSummary(simulator, chat)) };
  });

  app.get('/conversations/:id/:wa_id', (request) => {
    const { phoneNumberId } = findNumber(simulator, request);
    const waId = waIdOf(request.params);
    const messages = conversations.find(phoneNumberId, waId)?.messages ?? [];
    return {
      phone_number_id: phoneNumberId,
      person: snakeKeys(people.find(waId)),
      messages: messages.map((message) => presentMessage(simulator.media, message)),
    };
  });

  fileRoute(app, simulator);

  app.get('/conversations/stream', (request, reply) => {
    const filter = readFields(request.query, { phoneNumberId: 'string?', waId: 'string?' });
    reply.hijack();
    streamChat(simulator, reply.raw, filter, reply.getHeaders() as OutgoingHttpHeaders);
    connections.hold(reply.raw);
  });
}

/** A file of a chat. People choose what is in it, so a browser may show it as a file and never run it. */
function fileRoute(app: FastifyInstance, simulator: Simulator): void {
  app.get('/numbers/:id/media/:media_id', (request, reply) => {
    const { phoneNumberId } = findNumber(simulator, request);
    const { media_id: id } = request.params as { media_id: string };
    const media = simulator.media.find(id);
    if (media?.phoneNumberId !== phoneNumberId) {
      throw new ControlFailure(404, 'media_unknown', `There is no file ${id}.`);
    }
    return reply
      .type(media.mimeType)
      .header('content-disposition', 'attachment')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, max-age=3600')
      .send(media.bytes);
  });
}

function waIdOf(params: unknown): string {
  const waId = (params as { wa_id: string }).wa_id.replace(/\D/g, '');
  if (/^[1-9]\d{6,14}$/.test(waId)) return waId;
  throw new ControlFailure(400, 'field_invalid', 'wa_id is a phone number in digits.');
}

/** The content stands under the name of its type, as in a webhook: `{"type":"text","text":"Hi"}`. */
function readInbound(input: unknown): InboundInput {
  const body = asObject(input) ?? {};
  const type = typeof body.type === 'string' ? body.type : 'text';
  const { [type]: content, ...rest } = body as Json;
  const fields = readFields(rest, {
    from: 'string',
    name: 'string?',
    type: 'string?',
    contextId: 'string?',
    forwarded: 'boolean?',
    frequentlyForwarded: 'boolean?',
    referral: 'object?',
  });
  return { ...fields, content };
}

function newestAt({ messages }: Conversation): number {
  return messages.at(-1)?.at ?? 0;
}

function presentSummary(
  { people, media }: Simulator,
  { phoneNumberId, waId, messages }: Conversation,
): object {
  const newest = messages.at(-1) as ChatMessage;
  const isUnread = ({ direction, status }: ChatMessage) => direction === 'out' && status === 'delivered';
  return {
    phone_number_id: phoneNumberId,
    wa_id: waId,
    name: people.find(waId).name,
    unread: messages.filter(isUnread).length,
    newest: presentMessage(media, newest),
  };
}
