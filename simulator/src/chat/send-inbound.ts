// A person writes to the business: the message appears in the conversation, opens the service window and is sent as a
// webhook.
import type { MediaStore } from '../account/media.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import { type People, type Person, userIdOf } from '../account/people.ts';
import type { ServiceWindows } from '../account/service-windows.ts';
import type { Json } from '../message/check-value.ts';
import { type Limiter, perSecond } from '../message/limits.ts';
import type { Direction } from '../message/message-id.ts';
import { contactOf } from '../message/status-update.ts';
import type { SettingsStore } from '../settings.ts';
import type { Clock } from '../time/clock.ts';
import type { WebhookQueue } from '../webhook/webhook-queue.ts';
import type { Alteration, Conversations } from './conversations.ts';
import { type InboundType, inboundContent, inboundTypes, isInboundType } from './inbound-content.ts';
import { summarise } from './summarise.ts';

export interface InboundInput {
  /** Any way of writing the person's number. */
  from: string;
  /** Gives the person this name. */
  name?: string;
  /** `text` when left out. */
  type?: string;
  /** The type's own part, as in Meta's webhook; for `text` the words alone will do. */
  content?: unknown;
  /** The message this one answers. */
  contextId?: string;
  forwarded?: boolean;
  frequentlyForwarded?: boolean;
  referral?: Json;
}

export type InboundResult = { kind: 'sent'; id: string } | { kind: 'refused'; reason: string };

export interface InboundParts {
  clock: Clock;
  settings: SettingsStore;
  media: MediaStore;
  people: People;
  windows: ServiceWindows;
  throughput: Limiter;
  newMessageId: (
    number: BusinessNumber,
    direction: Direction,
    message: { type: string; waId: string },
  ) => string;
  conversations: Conversations;
  webhooks: WebhookQueue;
  publicUrl: () => string | null;
}

export type SendInbound = (number: BusinessNumber, input: InboundInput) => InboundResult;

export function createSendInbound(parts: InboundParts): SendInbound {
  const { clock, conversations, people } = parts;

  return (number, input) => {
    const { phoneNumberId } = number;
    const waId = input.from.replace(/\D/g, '');
    const type = input.type ?? 'text';
    if (!/^[1-9]\d{6,14}$/.test(waId)) return refused('from is not a phone number');
    if (!isInboundType(type)) return refused(`type is one of ${inboundTypes.join(', ')}`);
    const newestOutId = newestOut(conversations, phoneNumberId, waId);
    const made = inboundContent(type, input.content, {
      media: parts.media,
      phoneNumberId,
      waId,
      publicUrl: parts.publicUrl(),
      newestOutId,
    });
    if (made.kind === 'refused') return made;

    const person = input.name ? people.put(waId, { name: input.name }) : people.find(waId);
    const id = parts.newMessageId(number, 'in', { type, waId });
    const contextId = input.contextId ?? (isTap(type) ? newestOutId : null);
    const message = {
      ...(!person.hidesPhone && { from: waId }),
      from_user_id: userIdOf(waId),
      id,
      timestamp: String(Math.floor(clock.now() / 1000)),
      ...contextOf(input, contextId, number),
      ...(input.referral && { referral: input.referral }),
      type,
      ...(made.content !== undefined && { [type]: made.content }),
      ...(made.errors && { errors: made.errors }),
    };
    show(number, person, { id, type, content: made.content, contextId });
    parts.windows.open(phoneNumberId, waId);
    const { throughputPerSecond } = parts.settings.of(phoneNumberId);
    parts.throughput.spend(phoneNumberId, clock.now(), perSecond(throughputPerSecond));
    // Meta's system notices come without contacts.
    const contact = type === 'system' ? null : contactOf(person, true);
    parts.webhooks.push({ kind: 'message', number, message, contact });
    return { kind: 'sent', id };
  };

  function show(
    { phoneNumberId }: BusinessNumber,
    { waId }: Person,
    given: { id: string; type: string; content: unknown; contextId: string | null },
  ): void {
    if (given.type === 'reaction') {
      const { message_id: target, emoji } = given.content as { message_id: string; emoji?: string };
      conversations.react(phoneNumberId, waId, target, 'person', emoji ?? '');
      return;
    }
    if (given.type === 'edit' || given.type === 'revoke') {
      const { original_message_id: target, message } = given.content as Altered;
      conversations.alter(phoneNumberId, waId, target, alterationOf(message));
      return;
    }
    conversations.add(phoneNumberId, waId, {
      ...given,
      direction: 'in',
      text: summarise(given.type, given.content),
      at: clock.now(),
      status: 'received',
      errorCode: null,
      reactions: [],
    });
  }
}

interface Altered {
  original_message_id: string;
  /** The new content; left out: the message is deleted. */
  message?: Json;
}

function alterationOf(message: Json | undefined): Alteration {
  if (message === undefined) return { kind: 'deletion' };
  const type = String(message.type ?? 'text');
  const content = message[type];
  return { kind: 'edit', type, content, text: summarise(type, content) };
}

function refused(reason: string): InboundResult {
  return { kind: 'refused', reason };
}

function isTap(type: InboundType): boolean {
  return type === 'button' || type === 'interactive';
}

function newestOut(conversations: Conversations, phoneNumberId: string, waId: string): string | null {
  const messages = conversations.find(phoneNumberId, waId)?.messages ?? [];
  return messages.findLast(({ direction }) => direction === 'out')?.id ?? null;
}

function contextOf(input: InboundInput, contextId: string | null, number: BusinessNumber): Json {
  const context = {
    ...(contextId !== null && { from: number.digits, id: contextId }),
    ...(input.forwarded && { forwarded: true }),
    ...(input.frequentlyForwarded && { frequently_forwarded: true }),
  };
  return Object.keys(context).length > 0 ? { context } : {};
}
