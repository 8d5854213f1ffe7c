// A callback as it came, in a form that can be kept. It is sealed: it holds what people wrote, and with some providers a
// shared secret stands in its headers or its address. It is packed before: three megabytes of JSON become a few hundred
// kilobytes to encrypt, to send and to write.

import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import type { Secrets } from '../../platform/secrets.ts';
import type { Callback } from '../../providers/callback.ts';

const packApart = promisify(deflateRaw);
const unpackApart = promisify(inflateRaw);

/** Packing one of these costs more (18 us) than encrypting and writing all of it. Most callbacks are one status. */
const tinyBytesMax = 2_048;
/** A small body is packed sooner than a thread would begin with it; a large one would hold up the event loop. */
const smallBytesMax = 32_768;
const level = constants.Z_BEST_SPEED;

const pack = async (body: Buffer): Promise<Buffer> =>
  body.length <= smallBytesMax ? deflateRawSync(body, { level }) : await packApart(body, { level });

const isTiny = (body: Buffer): boolean => body.length <= tinyBytesMax;

const unpack = async (packed: Buffer, bytes: number): Promise<Buffer> =>
  bytes <= smallBytesMax ? inflateRawSync(packed) : await unpackApart(packed);

const purposeOf = (id: string): string => `stored callback ${id}`;

export const sealCallback = async (secrets: Secrets, id: string, callback: Callback): Promise<Buffer> => {
  const { method, url, query, headers } = callback;
  const packed = isTiny(callback.body)
    ? { body: callback.body.toString('base64') }
    : { body: (await pack(callback.body)).toString('base64'), bytes: callback.body.length };
  const kept = { method, url, query, headers, ...packed };
  return secrets.seal(purposeOf(id), JSON.stringify(kept));
};

/** Rejects when it was changed, or sealed with another key. */
export const openCallback = async (
  secrets: Secrets,
  id: string,
  sealed: Buffer,
  receivedAt: Date,
): Promise<Callback> => {
  const kept = JSON.parse(secrets.open(purposeOf(id), sealed)) as Omit<Callback, 'body' | 'receivedAt'> & {
    readonly body: string;
    /** Bytes of the body before it was compressed; left out: it was not. */
    readonly bytes?: number;
  };
  const { body, bytes, ...rest } = kept;
  const given = Buffer.from(body, 'base64');
  return { ...rest, body: bytes === undefined ? given : await unpack(given, bytes), receivedAt };
};
