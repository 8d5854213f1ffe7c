// Ids of everything that is stored: a UUIDv7 inside, a prefixed base32 text outside. Both sort by time, so a list
// in id order is a list in time order and a time range is an id range.

import { createHash, randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@hudhud/contract/ids.ts';

export const digestUuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digitOf = new Map([...alphabet].map((character, digit) => [character, digit]));
const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const toTime = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
};

/**
 * Makes UUIDv7s. The 12 bits after the time are a sequence, so ids of one maker in one millisecond still sort in the order
 * they were made; when they run out, the next millisecond is borrowed. A clock that steps back is not followed.
 */
export const createUuidMaker = (clock: () => number = () => Date.now()): (() => string) => {
  const randomPool = Buffer.alloc(8192);
  let randomUsed = randomPool.length;
  let lastMilliseconds = 0;
  /** The digits of that moment, which many ids share. */
  let lastTime = '';
  let sequence = 0;
  return () => {
    if (randomUsed + 10 > randomPool.length) {
      randomFillSync(randomPool);
      randomUsed = 0;
    }
    const random = randomUsed;
    randomUsed += 10;
    const nowMilliseconds = clock();
    if (nowMilliseconds > lastMilliseconds) {
      lastMilliseconds = nowMilliseconds;
      lastTime = toTime(lastMilliseconds);
      sequence = ((randomPool[random + 8] ?? 0) << 3) & 0x7ff;
    } else if (++sequence > 0xfff) {
      lastMilliseconds += 1;
      lastTime = toTime(lastMilliseconds);
      sequence = 0;
    }
    const version = (0x7000 | sequence).toString(16);
    const hex = (offset: number) => hexOf[randomPool[random + offset] ?? 0] ?? '00';
    const variant = hexOf[((randomPool[random] ?? 0) & 0x3f) | 0x80];
    return `${lastTime}-${version}-${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`;
  };
};

/** All ids of a process come from one maker, so that they sort in the order they were made. */
export const newUuid = createUuidMaker();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** The smallest UUID of a moment: the lower bound of a time range. */
export const firstUuidAt = (milliseconds: number): string =>
  `${toTime(Math.max(0, Math.floor(milliseconds)))}-0000-0000-000000000000`;

export const timeOfUuid = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));

const hyphen = 45;
const hexDigit = (code: number): number => (code < 58 ? code - 48 : (code | 32) - 87);

/** 128 bits as 26 base32 digits: two zero bits in front, then five bits a digit. Every answer has some of them. */
export const toPublicId = (kind: IdKind, uuid: string): string => {
  let text = `${idPrefixes[kind]}_`;
  let bits = 2;
  let value = 0;
  for (let index = 0; index < uuid.length; index += 1) {
    const code = uuid.charCodeAt(index);
    if (code === hyphen) continue;
    value = (value << 4) | hexDigit(code);
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += alphabet[(value >>> bits) & 31];
    value &= (1 << bits) - 1;
  }
  return text;
};

/** The UUID inside a public id, or null when the text is not an id of that kind. */
export const fromPublicId = (kind: IdKind, text: string): string | null => {
  const prefix = `${idPrefixes[kind]}_`;
  if (!text.startsWith(prefix) || text.length !== prefix.length + 26) return null;
  let hex = '';
  let bits = -2;
  let value = 0;
  for (const character of text.slice(prefix.length)) {
    const digit = digitOf.get(character);
    if (digit === undefined) return null;
    value = (value << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      const byte = value >>> bits;
      if (byte > 255) return null;
      hex += hexOf[byte];
      value &= (1 << bits) - 1;
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
