// Vonage's callbacks: one event each, with a token over the hash of the body.
import type { BusinessNumber } from '../../account/numbers.ts';
import { asObject, type Json } from '../../message/check-value.ts';
import type { CallbackFormat } from '../../webhook/callback-format.ts';
import type { Contact, Update } from '../../webhook/updates.ts';
import { errorObject } from './errors.ts';
import { signCallback } from './tokens.ts';

const words: Readonly<Record<string, string>> = {
  sent: 'submitted',
  delivered: 'delivered',
  read: 'read',
  failed: 'rejected',
};

const timeOf = (seconds: unknown): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');

/** Null for what Vonage does not report. */
function statusEvent({ number, status }: Extract<Update, { kind: 'status' }>): Json | null {
  const given = status as Json;
  const word = words[String(given.status)];
  if (word === undefined) return null;
  const [failure] = Array.isArray(given.errors) ? given.errors : [];
  const pricing = asObject(given.pricing);
  return {
    channel: 'whatsapp',
    message_uuid: given.id,
    to: given.recipient_id ?? given.recipient_user_id,
    from: number.digits,
    timestamp: timeOf(given.timestamp),
    status: word,
    ...(given.biz_opaque_callback_data !== undefined && { client_ref: given.biz_opaque_callback_data }),
    ...(failure !== undefined && { error: errorObject(Number(asObject(failure)?.code)) }),
    usage: { currency: 'EUR', price: '0.0333' },
    whatsapp: {
      ...(pricing && { pricing: { type: 'regular', pricing_model: 'CBP', category: pricing.category } }),
      recipient: { user_id: given.recipient_user_id, wa_id: given.recipient_id },
    },
  };
}

const fileNames: Readonly<Record<string, string>> = { document: 'file' };

function contentOf(message: Json, number: BusinessNumber, publicUrl: string): Json {
  const type = String(message.type);
  const content = asObject(message[type]) ?? {};
  switch (type) {
    case 'text':
      return { message_type: 'text', text: content.body };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker': {
      const name = fileNames[type] ?? type;
      const url = `${publicUrl}/vonage/v3/media/${content.id}`;
      return { message_type: name, [name]: { url, name: content.filename, caption: content.caption } };
    }
    case 'location': {
      const { latitude, longitude, ...rest } = content;
      return { message_type: 'location', location: { lat: latitude, long: longitude, ...rest } };
    }
    case 'button':
      return { message_type: 'button', button: { payload: content.payload, text: content.text } };
    case 'interactive':
      return interactive(content);
    case 'reaction':
      return {
        message_type: 'reaction',
        reaction: content.emoji ? { action: 'react', emoji: content.emoji } : { action: 'unreact' },
        context: { message_uuid: content.message_id, message_from: number.digits },
      };
    case 'order':
      return { message_type: 'order', order: content };
    case 'contacts':
      return { message_type: 'contact', contact: message.contacts };
    default:
      return { message_type: 'unsupported' };
  }
}

function interactive(content: Json): Json {
  const reply = asObject(content[String(content.type)]) ?? {};
  if (content.type === 'nfm_reply') {
    const payload: unknown = JSON.parse(String(reply.response_json ?? '{}'));
    return { message_type: 'button', button: { payload, text: 'Sent', subtype: 'nfm_reply' } };
  }
  return { message_type: 'reply', reply };
}

const person = (contact: Contact | null): Json => ({
  name: contact?.profile.name,
  username: contact?.profile.username,
});

function inboundEvent(
  { number, message, contact }: Extract<Update, { kind: 'message' }>,
  publicUrl: string,
): Json {
  const given = message as Json;
  const context = asObject(given.context);
  const { from, from_user_id: userId } = given;
  return {
    channel: 'whatsapp',
    message_uuid: given.id,
    to: number.digits,
    from: from ?? userId,
    timestamp: new Date(Number(given.timestamp) * 1000).toISOString(),
    profile: person(contact),
    context_status: context?.id === undefined ? 'none' : 'available',
    ...(context?.id !== undefined && {
      context: { message_uuid: context.id, message_from: number.digits },
    }),
    ...contentOf(given, number, publicUrl),
    whatsapp: {
      sender: { user_id: userId, wa_id: from },
      ...(given.referral !== undefined && { referral: given.referral }),
    },
  };
}

const event = (update: Update | undefined, publicUrl: string): Json | null => {
  if (update?.kind === 'status') return statusEvent(update);
  return update?.kind === 'message' ? inboundEvent(update, publicUrl) : null;
};

export const vonageCallbacks: CallbackFormat = {
  carries: (update) => event(update, '') !== null,
  updatesMax: 1,
  concurrency: 8,
  write: ([update], _settings, publicUrl) => JSON.stringify(event(update, publicUrl) ?? {}),
  headers: ({ number, body, attempt, settings }) => ({
    'content-type': 'application/json',
    'user-agent': 'Vonage',
    ...((attempt > 1 || !settings.unsignedFirst) && {
      authorization: `Bearer ${signCallback(number, body)}`,
    }),
  }),
  isTaken: (status) => status === 200,
  isRepeated: () => true,
};
