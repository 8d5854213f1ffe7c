// Takes secrets out of JSON texts before they are stored for the Event Monitor and the Webhook Logs. Callers choose these
// texts, so the time it takes is linear in their length.

import { findJsonExcess } from './http/json-bounds.ts';

const names = 'token|secret|password|passphrase|authorization|api_?key|private_?key|credential';

const secretName = new RegExp(names, 'i');
const everySecretName = new RegExp(names, 'gi');
/** Matches the text between a secret's name and its value in a text that is not JSON. */
const valueBehind = /\w{0,40}["']?\s{0,8}[:=]/y;
/** Reading a JSON text, cleaning and writing it takes 22 ms at this size; of a longer one only a part is stored anyway. */
const cleanedCharactersMax = 262_144;
const removed = '[removed]';

/** Names are looked for once, and behind each at most 50 characters are read: linear for any text. */
const seemsToHoldSecret = (text: string): boolean => {
  for (const match of text.matchAll(everySecretName)) {
    valueBehind.lastIndex = match.index + match[0].length;
    if (valueBehind.test(text)) return true;
  }
  return false;
};

/** Nothing that is kept is longer, so nothing behind it needs to be read. */
const pathCharactersMax = 4_096;
const textCharactersMax = 65_536;

const cleanParameter = (parameter: string): string => {
  const end = parameter.indexOf('=');
  if (end === -1 || !secretName.test(parameter.slice(0, end))) return parameter;
  return `${parameter.slice(0, end + 1)}${removed}`;
};

/** A path with the value of every query parameter under a secret's name replaced; the end of a very long one is cut. */
export const removeQuerySecrets = (path: string): string => {
  const query = path.indexOf('?');
  if (query === -1) return path;
  const whole = path.length <= pathCharactersMax ? path : path.slice(0, pathCharactersMax);
  return (
    whole.slice(0, query + 1) +
    whole
      .slice(query + 1)
      .split('&')
      .map(cleanParameter)
      .join('&')
  );
};

interface Cleaning {
  found: boolean;
}

const clean = (value: unknown, cleaning: Cleaning): unknown => {
  if (Array.isArray(value)) return value.map((child) => clean(child, cleaning));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (!secretName.test(key)) return [key, clean(child, cleaning)];
      cleaning.found = true;
      return [key, removed];
    }),
  );
};

/** The cleaned text; null when it is not JSON, or such that parsing it would hold everybody up. */
const cleanJson = (text: string): string | null => {
  if (findJsonExcess(Buffer.from(text))) return null;
  try {
    const cleaning: Cleaning = { found: false };
    const value = clean(JSON.parse(text), cleaning);
    return cleaning.found ? JSON.stringify(value) : text;
  } catch {
    return null;
  }
};

/**
 * The text with every value under a secret's name replaced. Texts without such a name come back as they are; a text that
 * is very long or not JSON is cut to what is ever kept of one, and dropped whole when it seems to hold a secret.
 */
export const removeSecrets = (text: string): string => {
  const isLong = text.length > cleanedCharactersMax;
  if (!isLong && !secretName.test(text)) return text;
  const cleaned = isLong ? null : cleanJson(text);
  if (cleaned !== null) return cleaned;
  const kept = text.length <= textCharactersMax ? text : text.slice(0, textCharactersMax);
  return seemsToHoldSecret(kept) ? removed : kept;
};
