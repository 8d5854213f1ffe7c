// Codes of authenticator apps: RFC 6238 with what every app supports (SHA-1, 30 seconds, six digits).

import { createHmac, randomBytes } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** A code of the step before or after is accepted too: phones' clocks are not exact. */
const stepsAround = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
};

export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

export const makeTotpSecret = (): string => toBase32(randomBytes(secretBytes));

export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / stepSeconds);

/** The code of one time step (RFC 4226, section 5.3). */
export const codeAt = (secret: Buffer, step: number, length = digits): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
};

/** The step whose code it is, or null. Steps up to `lastStep` are used up: a code that was overseen opens nothing. */
export const findStep = (
  secret: string,
  code: string,
  lastStep: number,
  milliseconds: number,
): number | null => {
  const key = fromBase32(secret);
  const now = stepAt(milliseconds);
  for (let step = now - stepsAround; step <= now + stepsAround; step += 1) {
    if (step > lastStep && codeAt(key, step) === code) return step;
  }
  return null;
};

export const otpauthUri = (secret: string, account: string): string => {
  const label = encodeURIComponent(`Hudhud:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Hudhud&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
};
