// The bench of vonage: the simulator in its dialect, with an application's key of its own.

import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import type { Callback, StatusVerdict } from '../../callback.ts';
import { createDialectBench, type DialectBench } from '../../tests-support/dialect-bench.ts';
import type { Batch } from '../../tests-support/provider-bench.ts';
import { vonage } from '../vonage.ts';

/** In one line, as a form makes of it. */
export const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim()
    .replaceAll('\n', ' ');

const account = {
  number: '15550783885',
  applicationId: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  apiKey: 'abcd1234',
  privateKey: newKey(),
  signatureSecret: 'signature secret of the bench',
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Signing {
  readonly secret?: string;
  readonly algorithm?: string;
  readonly claims?: object;
}

/** Written here a second time, so that it is held against the library that the provider uses. */
const tokenFor = (body: Buffer, { secret, algorithm = 'HS256', claims }: Signing = {}): string => {
  const said = {
    iat: Math.floor(Date.now() / 1000),
    jti: '00000000-0000-4000-8000-000000000001',
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: account.apiKey,
    application_id: account.applicationId,
    ...claims,
  };
  const signed = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(said)}`;
  const hmac = createHmac('sha256', secret ?? account.signatureSecret).update(signed);
  return `${signed}.${hmac.digest('base64url')}`;
};

const sign = (body: Buffer, signing: Signing = {}): Callback => ({
  method: 'POST',
  url: 'https://gateway.example/callbacks/vonage/co_1/snd_1',
  query: {},
  headers: { authorization: `Bearer ${tokenFor(body, signing)}` },
  body,
  receivedAt: new Date(),
});

export const withJson = (value: unknown): Callback => sign(Buffer.from(JSON.stringify(value)));

const forgeries = (): Callback[] => {
  const body = Buffer.from('{"a":1}');
  const unsigned = `${encode({ alg: 'none' })}.${encode({ payload_hash: '' })}.`;
  return [
    sign(body, { secret: 'another secret' }),
    sign(body, { claims: { payload_hash: createHash('sha256').update('{"a":2}').digest('hex') } }),
    sign(body, { claims: { payload_hash: undefined } }),
    sign(body, { claims: { iat: 1_700_000_000 } }),
    sign(body, { claims: { iat: undefined } }),
    sign(body, { claims: { api_key: 'another' } }),
    sign(body, { claims: { application_id: 'another' } }),
    sign(body, { algorithm: 'HS512' }),
    { ...sign(body), headers: { authorization: `Bearer ${unsigned}` } },
    { ...sign(body), headers: { authorization: tokenFor(body) } },
  ];
};

export const status = (id: string, word: string, more: object = {}) => ({
  channel: 'whatsapp',
  message_uuid: id,
  to: '447700900000',
  from: account.number,
  timestamp: '2025-02-03T12:14:25Z',
  status: word,
  ...more,
});

export const inbound = (id: string, content: object) => ({
  channel: 'whatsapp',
  message_uuid: id,
  to: account.number,
  from: '447700900000',
  timestamp: '2020-01-01T14:00:00.000Z',
  profile: { name: 'Jane' },
  ...content,
});

/** One status in each callback, and a message after every sixth. */
const batch = (): Batch => {
  const statusIds = Array.from({ length: 18 }, (_, index) => `uuid-${index}-status`);
  const messageIds = ['uuid-in-1', 'uuid-in-2', 'uuid-in-3'];
  const callbacks = statusIds.flatMap((id, index) => {
    const messageId = index % 6 === 5 ? messageIds[Math.floor(index / 6)] : undefined;
    const reported = withJson(status(id, 'submitted'));
    if (messageId === undefined) return [reported];
    return [reported, withJson(inbound(messageId, { message_type: 'text', text: 'Hi' }))];
  });
  return { callbacks, statusIds, messageIds };
};

const failed = (code: number): Callback => {
  const type = `https://developer.vonage.com/api-errors/messages#${code}`;
  return withJson(status('uuid-failed', 'rejected', { error: { type, title: code, detail: 'No.' } }));
};

const verdicts = (
  [
    [1300, { kind: 'rejected' }],
    [1240, { kind: 'opted_out' }],
    [1070, { kind: 'suspended' }],
    [1331, { kind: 'retry', scope: 'message', afterSeconds: null }],
    [1241, { kind: 'retry', scope: 'recipient', afterSeconds: null }],
    [1460, { kind: 'retry', scope: 'sender', afterSeconds: 3600 }],
  ] as readonly [number, StatusVerdict][]
).map(([code, verdict]) => ({ callback: failed(code), verdict }));

export const createVonageBench = (): Promise<DialectBench> =>
  createDialectBench({
    provider: vonage,
    number: {
      phoneNumberId: account.number,
      displayPhoneNumber: `+${account.number}`,
      wabaId: account.applicationId,
      accessToken: account.privateKey,
      appSecret: account.signatureSecret,
      verifyToken: account.apiKey,
    },
    fieldsAt: (url) => ({
      number: account.number,
      application_id: account.applicationId,
      private_key: account.privateKey,
      signature_secret: account.signatureSecret,
      api_key: account.apiKey,
      waba_id: '102290129340398',
      base_url: url,
      region_url: url,
      templates_url: url,
    }),
    wrongToken: { private_key: newKey() },
    sign,
    forgeries,
    batch,
    verdicts,
  });
