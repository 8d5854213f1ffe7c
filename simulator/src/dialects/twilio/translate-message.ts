// A form of Twilio's as a message of the Cloud API, so that the world can take it.
import { isMediaKind, kindOfFile } from '../../account/media-types.ts';
import type { Json } from '../../message/check-value.ts';

/** A Content that was made before, filled with its variables, in the words of the Cloud API. */
export type FillContent = (
  sid: string,
  variables: Readonly<Record<string, string>>,
) => { kind: 'filled'; message: Json } | { kind: 'refused'; code: number };

export type Translated =
  | { kind: 'message'; body: Json; callbackUrl: string | null }
  /** With a code of Twilio's. */
  | { kind: 'refused'; body: Json; code: number };

const bodyCharsMax = 1_600;

export function translateMessage(form: URLSearchParams, fill: FillContent): Translated {
  const callbackUrl = form.get('StatusCallback');
  const frame: Json = {
    messaging_product: 'whatsapp',
    ...recipient(form.get('To') ?? ''),
    ...opaque(callbackUrl),
  };
  if (!isRecipient(form.get('To') ?? '')) return { kind: 'refused', body: frame, code: 21211 };
  const made = contentOf(form, fill);
  if (made.kind === 'refused') return { kind: 'refused', body: frame, code: made.code };
  return { kind: 'message', body: { ...frame, ...made.message }, callbackUrl };
}

const isRecipient = (to: string): boolean => /^whatsapp:(\+[1-9]\d{6,14}|[A-Z]{2}\.\w+)$/.test(to);

function recipient(to: string): Json {
  const bare = to.startsWith('whatsapp:') ? to.slice('whatsapp:'.length) : '';
  if (/^[A-Z]{2}\./.test(bare)) return { recipient: bare };
  return { to: bare };
}

/** The ledger knows a message by what the address of its statuses names, which is all that Twilio gives back. */
function opaque(callbackUrl: string | null): Json {
  if (callbackUrl === null || !URL.canParse(callbackUrl)) return {};
  const [first] = new URL(callbackUrl).searchParams.values();
  return first === undefined ? {} : { biz_opaque_callback_data: first };
}

type Made = { kind: 'filled'; message: Json } | { kind: 'refused'; code: number };

const filled = (message: Json): Made => ({ kind: 'filled', message });

function contentOf(form: URLSearchParams, fill: FillContent): Made {
  const sid = form.get('ContentSid');
  if (sid !== null) return fromContent(sid, form.get('ContentVariables'), fill);
  const body = form.get('Body') ?? '';
  if (body.length > bodyCharsMax) return { kind: 'refused', code: 21617 };
  const place = form.get('PersistentAction');
  if (place?.startsWith('geo:')) return filled(location(place.slice('geo:'.length)));
  const link = form.get('MediaUrl');
  if (link !== null) return filled(mediaOf(link, body));
  if (body === '') return { kind: 'refused', code: 21619 };
  return filled({ type: 'text', text: { body } });
}

function fromContent(sid: string, given: string | null, fill: FillContent): Made {
  const variables = readVariables(given ?? '{}');
  if (!variables) return { kind: 'refused', code: 21656 };
  const values = Object.values(variables);
  if (values.length > 100) return { kind: 'refused', code: 92002 };
  if (values.some((value) => value === '' || /[\n\t]/.test(value))) return { kind: 'refused', code: 92007 };
  return fill(sid, variables);
}

function readVariables(text: string): Record<string, string> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const isText = Object.values(value).every((part) => typeof part === 'string');
    return isText ? (value as Record<string, string>) : null;
  } catch {
    return null;
  }
}

function location(place: string): Json {
  const [coordinates = '', name] = place.split('|');
  const [latitude, longitude] = coordinates.split(',').map(Number);
  return { type: 'location', location: { latitude, longitude, ...(name !== undefined && { name }) } };
}

const typesByEnd: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  webp: 'image/webp',
};

/** The file itself is not fetched, so its kind is that of the address. */
export function mediaOf(link: string, caption: string): Json {
  const end = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(link)?.[1]?.toLowerCase() ?? '';
  const kind = kindOfFile(typesByEnd[end] ?? '') ?? 'document';
  const takesCaption = isMediaKind(kind) && kind !== 'audio' && kind !== 'sticker';
  return { type: kind, [kind]: { link, ...(takesCaption && caption !== '' && { caption }) } };
}
