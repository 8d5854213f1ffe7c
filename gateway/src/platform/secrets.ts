// Everything derived from the operator's SECRET_KEY: the pepper under the tokens, and the key that seals stored
// credentials. Each purpose gets its own key by HKDF, so none can be used in place of another.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { memoize } from './memo.ts';

export interface Secrets {
  /** The stored form of a token: useless without the pepper. */
  digestToken(token: string): Buffer;
  /** A value that is the same for the same SECRET_KEY, kept in the database to notice a changed key. */
  readonly check: Buffer;
  /** Proves that a text is ours. It holds only for the same purpose. */
  sign(purpose: string, text: string): Buffer;
  /** A text that can be stored. It opens only for the same purpose, so a copy in another row is useless. */
  seal(purpose: string, text: string): Buffer;
  /** Throws when it was sealed for another purpose or with another key, or was changed. */
  open(purpose: string, sealed: Buffer): string;
}

/** Sealed: this version, a nonce, the tag that proves it is whole, and the encrypted text. */
const sealVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

const seal = (key: KeyObject, purpose: string, text: string): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), encrypted]);
};

const open = (key: KeyObject, purpose: string, sealed: Buffer): string => {
  if (sealed.length < headBytes || sealed[0] !== sealVersion) {
    throw new Error(`what is stored for "${purpose}" was not sealed by this gateway`);
  }
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error(`what is stored for "${purpose}" was changed, or sealed with another key`, {
      cause: error,
    });
  }
};

export const deriveSecrets = (secretKey: string): Secrets => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `hudhud ${purpose}`, 32));
  // Node makes a key from bytes at every use, which costs four times as much as signing a callback with it.
  const keyFor = (purpose: string) => createSecretKey(derive(purpose));
  const pepper = keyFor('token pepper');
  const sealKey = keyFor('sealed credentials');
  const signKey = keyFor('signatures');
  return {
    // A company's systems send the same token thousands of times a second, and an HMAC costs as much as the rest of
    // authentication. The texts stay in this process's memory, where the requests that carry them are anyway.
    digestToken: memoize(1_000, (token) => createHmac('sha256', pepper).update(token).digest()),
    check: derive('secret key check'),
    sign: (purpose, text) => createHmac('sha256', signKey).update(`${purpose}\n${text}`).digest(),
    seal: (purpose, text) => seal(sealKey, purpose, text),
    open: (purpose, sealed) => open(sealKey, purpose, sealed),
  };
};

export const equalDigests = (one: Buffer, two: Buffer): boolean =>
  one.length === two.length && timingSafeEqual(one, two);

/** The key of an embedded gateway: made on first start and kept beside its data, readable by its owner only. */
export const readOrMakeSecretKey = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret-key');
  try {
    // `wx` lets exactly one of two processes that start at once make the key; the other reads it.
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await chmod(file, 0o600);
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < 32)
    throw new Error(`${file} is damaged: it must hold the secret key this data was made with.`);
  return key;
};
