// Messages that a person can send: for each type, the part that goes into the webhook. A caller that only says
// `text` or `image` gets a sensible example, so that any type can be tried with one line.
import { randomUUID } from 'node:crypto';
import type { MediaStore } from '../account/media.ts';
import { isMediaKind, type MediaKind } from '../account/media-types.ts';
import { asObject, type Json } from '../message/check-value.ts';

export const inboundTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'button',
  'interactive',
  'order',
  'system',
  'unsupported',
  'edit',
  'revoke',
  'request_welcome',
] as const;

export type InboundType = (typeof inboundTypes)[number];

export type InboundContent =
  | { kind: 'content'; content: unknown; errors?: object[] }
  | { kind: 'refused'; reason: string };

export interface ContentParts {
  media: MediaStore;
  phoneNumberId: string;
  waId: string;
  /** Where the simulator is reached from outside, for media links; null leaves them out. */
  publicUrl: string | null;
  /** The newest message of the business to this person: what taps and reactions refer to. */
  newestOutId: string | null;
}

export function isInboundType(type: string): type is InboundType {
  return (inboundTypes as readonly string[]).includes(type);
}

export function inboundContent(type: InboundType, given: unknown, parts: ContentParts): InboundContent {
  if (isMediaKind(type)) return mediaContent(type, asObject(given) ?? {}, parts);
  const part = asObject(given) ?? {};
  switch (type) {
    case 'text':
      return textContent(given);
    case 'location':
      return locationContent(part);
    case 'contacts':
      return listContent(given);
    case 'reaction':
      return targetContent('message_id', { emoji: '👍', ...part }, parts.newestOutId);
    case 'revoke':
    case 'edit':
      return targetContent('original_message_id', part, null);
    case 'button':
      return { kind: 'content', content: { payload: 'Yes', text: 'Yes', ...part } };
    case 'interactive':
      return interactiveContent(part);
    case 'order':
      return { kind: 'content', content: { ...sampleOrder, ...part } };
    case 'system':
      return { kind: 'content', content: systemContent(part, parts.waId) };
    case 'unsupported':
      return { kind: 'content', content: { type: 'poll', ...part }, errors: [unsupportedError] };
    case 'request_welcome':
      return { kind: 'content', content: undefined };
    default:
      return { kind: 'refused', reason: `${type satisfies never} is not a type of message` };
  }
}

function textContent(given: unknown): InboundContent {
  const body = typeof given === 'string' ? given : (asObject(given)?.body ?? 'Hi');
  return typeof body === 'string' && body !== ''
    ? { kind: 'content', content: { body } }
    : { kind: 'refused', reason: 'text needs a body' };
}

function locationContent(part: Json): InboundContent {
  const content = { latitude: 24.7136, longitude: 46.6753, ...part };
  const isPlace = typeof content.latitude === 'number' && typeof content.longitude === 'number';
  return isPlace
    ? { kind: 'content', content }
    : { kind: 'refused', reason: 'latitude and longitude are numbers' };
}

function listContent(given: unknown): InboundContent {
  if (given === undefined) return { kind: 'content', content: sampleContacts };
  return Array.isArray(given) && given.length > 0
    ? { kind: 'content', content: given }
    : { kind: 'refused', reason: 'contacts is a list of at least one contact' };
}

/** A part that points at another message: by the id it gives, or at the newest one. */
function targetContent(key: string, part: Json, newestId: string | null): InboundContent {
  const id = part[key] ?? newestId;
  return typeof id === 'string'
    ? { kind: 'content', content: { ...part, [key]: id } }
    : { kind: 'refused', reason: `${key} is missing and there is no message to point at` };
}

const sampleReplies: Record<string, Json> = {
  button_reply: { id: 'yes', title: 'Yes' },
  list_reply: { id: 'express', title: 'Express', description: '1-2 days' },
  nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"unused"}' },
  call_permission_reply: { response: 'accept', response_source: 'user_action' },
};

function interactiveContent(part: Json): InboundContent {
  const kind = String(part.type ?? 'button_reply');
  const sample = sampleReplies[kind];
  if (!sample) {
    return { kind: 'refused', reason: `interactive type is one of ${Object.keys(sampleReplies).join(', ')}` };
  }
  return { kind: 'content', content: { type: kind, [kind]: { ...sample, ...asObject(part[kind]) } } };
}

function systemContent(part: Json, waId: string): Json {
  const newId = String(part.wa_id ?? `${waId.slice(0, -1)}0`);
  const body = `User A changed from ${waId} to ${newId}`;
  return { type: 'user_changed_number', body, wa_id: newId, ...part };
}

const samples: Record<MediaKind, { mimeType: string; base64: string }> = {
  image: {
    mimeType: 'image/png',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  video: { mimeType: 'video/mp4', base64: 'AAAAGGZ0eXBtcDQyAAAAAG1wNDJpc29t' },
  audio: { mimeType: 'audio/ogg; codecs=opus', base64: 'T2dnUwACAAAAAAAAAAA=' },
  document: { mimeType: 'application/pdf', base64: 'JVBERi0xLjQKJSVFT0YK' },
  sticker: { mimeType: 'image/webp', base64: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==' },
};

/** Stores the bytes so that the business can fetch them; `data` is base64, a tiny sample when left out. */
function mediaContent(kind: MediaKind, part: Json, parts: ContentParts): InboundContent {
  const sample = samples[kind];
  const { data = sample.base64, mime_type: mimeType = sample.mimeType, ...rest } = part;
  if (typeof data !== 'string' || typeof mimeType !== 'string') {
    return { kind: 'refused', reason: 'data is base64 and mime_type a text' };
  }
  const filename = kind === 'document' ? String(part.filename ?? 'document.pdf') : null;
  const media = parts.media.add(
    { phoneNumberId: parts.phoneNumberId, mimeType, bytes: Buffer.from(data, 'base64'), filename },
    'person',
  );
  return {
    kind: 'content',
    content: {
      ...rest,
      ...(filename !== null && { filename }),
      ...(kind === 'audio' && { voice: part.voice ?? true }),
      ...(kind === 'sticker' && { animated: part.animated ?? false }),
      mime_type: mimeType,
      sha256: media.sha256.toString('base64'),
      id: media.id,
      ...(parts.publicUrl !== null && { url: parts.publicUrl + parts.media.link(media) }),
    },
  };
}

const sampleContacts = [
  {
    name: { formatted_name: 'Lucía Gómez', first_name: 'Lucía', last_name: 'Gómez' },
    phones: [{ phone: '+1 (983) 555-2319', wa_id: '19835552319', type: 'MOBILE' }],
  },
];

const sampleOrder = {
  catalog_id: '194836987003835',
  text: '',
  product_items: [
    { product_retailer_id: `item-${randomUUID().slice(0, 8)}`, quantity: 2, item_price: 30, currency: 'USD' },
  ],
};

const unsupportedError = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
};
