// An authenticator app in a few lines (RFC 6238), written anew so that it can disagree with the gateway's own.

import { createHmac } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of the half minute that is `steps` after this one. */
export function totp(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const start = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(start) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
