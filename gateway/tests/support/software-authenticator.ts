// A passkey in software: makes a key, and signs as a phone or a security key would, so that the tests can also lie.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface AuthenticatorChoices {
  /** Where the browser is. */
  readonly origin: string;
  /** Left out: the host name of the origin. */
  readonly rpId?: string;
  /** False: the user showed no finger, face or PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

export interface SoftwareAuthenticator {
  /** What `navigator.credentials.create()` answers. */
  create(challenge: string, choices: AuthenticatorChoices): Record<string, unknown>;
  /** What `navigator.credentials.get()` answers. */
  get(challenge: string, choices: AuthenticatorChoices): Record<string, unknown>;
}

const flag = { present: 0x01, verified: 0x04, hasKey: 0x40 } as const;
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const encode = (bytes: Buffer): string => bytes.toString('base64url');

/** As much CBOR as an authenticator needs. */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  const head = (kind: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(kind << 5) | length]);
    return length < 256
      ? Buffer.from([(kind << 5) | 24, length])
      : Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
};

const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  );
};

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const authenticatorData = (choices: AuthenticatorChoices, key: Buffer | null): Buffer => {
  const { origin, rpId = new URL(origin).hostname, isVerified = true, counter = 0 } = choices;
  const flags = flag.present | (isVerified ? flag.verified : 0) | (key ? flag.hasKey : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(key ? [key] : [])]);
};

export const createSoftwareAuthenticator = (): SoftwareAuthenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} };
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
  return {
    create(challenge, choices) {
      const authData = authenticatorData(choices, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge, choices.origin)),
          attestationObject: encode(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    get(challenge, choices) {
      const data = clientData('webauthn.get', challenge, choices.origin);
      const authData = authenticatorData(choices, null);
      return {
        ...credential,
        response: {
          clientDataJSON: encode(data),
          authenticatorData: encode(authData),
          signature: encode(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        },
      };
    },
  };
};
