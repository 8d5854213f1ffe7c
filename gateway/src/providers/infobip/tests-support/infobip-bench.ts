// The bench of infobip: the simulator in its dialect, with callbacks proven by a user name and a password.

import type { Callback, StatusVerdict } from '../../callback.ts';
import { createDialectBench, type DialectBench } from '../../tests-support/dialect-bench.ts';
import type { Batch } from '../../tests-support/provider-bench.ts';
import { infobip } from '../infobip.ts';

const account = {
  sender: '15550783884',
  apiKey: 'key/of-the-bench-0123456789',
  callbackSecret: 'password "of" the bench',
};

const unsigned: Callback = {
  method: 'POST',
  url: 'https://gateway.example/callbacks/infobip/co_1/snd_1',
  query: {},
  headers: {},
  body: Buffer.alloc(0),
  receivedAt: new Date(),
};

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const right = basic(`hudhud:${account.callbackSecret}`);

export const sign = (body: Buffer): Callback => ({ ...unsigned, headers: { authorization: right }, body });

const withJson = (value: unknown): Callback => sign(Buffer.from(JSON.stringify(value)));

const forgeries = (): Callback[] =>
  [
    basic('hudhud:another password'),
    basic(`somebody:${account.callbackSecret}`),
    right.replace('Basic', 'Bearer'),
    account.callbackSecret,
    '',
  ].map((authorization) => ({ ...withJson({ results: [] }), headers: { authorization } }));

export const report = (messageId: string, status: object, error: object = { id: 0, name: 'NO_ERROR' }) => ({
  bulkId: '',
  messageId,
  to: '41793026731',
  sentAt: '2019-04-09T16:00:58.647-0300',
  doneAt: '2019-04-09T16:01:56.494-0300',
  messageCount: 1,
  status,
  error,
});

const delivered = { id: 5, groupId: 3, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' };

export const inbound = (messageId: string, message: object) => ({
  from: '385919998888',
  to: account.sender,
  integrationType: 'WHATSAPP',
  receivedAt: '2025-01-01T10:10:00.000+0000',
  messageId,
  message,
  contact: { name: 'Frank', phoneNumber: '385919998888', userId: 'HR.123' },
});

/** Reports come by the dozen; here six at a time, with a message behind them. */
const batch = (): Batch => {
  const statusIds = Array.from({ length: 18 }, (_, index) => `id-${index}-of-ours`);
  const messageIds = ['wamid.1', 'wamid.2', 'wamid.3'];
  const callbacks = messageIds.map((messageId, index) => {
    const ids = statusIds.slice(index * 6, index * 6 + 6);
    const reports = ids.map((id) => report(id, delivered));
    return withJson({ results: [...reports, inbound(messageId, { type: 'TEXT', text: 'Hi' })] });
  });
  return { callbacks, statusIds, messageIds };
};

const failed = (status: object, error?: object): Callback =>
  withJson({ results: [report('id-failed', status, error)] });
const undeliverable = { id: 9, groupId: 2, groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED' };
const rejected = (id: number) => ({ id, groupId: 5, groupName: 'REJECTED', name: `REJECTED_${id}` });
const error = (id: number, permanent: boolean) => ({ id, name: `EC_${id}`, permanent, description: 'No.' });

const verdicts: readonly { callback: Callback; verdict: StatusVerdict }[] = [
  { callback: failed(undeliverable, error(7002, true)), verdict: { kind: 'rejected' } },
  { callback: failed(undeliverable, error(7033, true)), verdict: { kind: 'opted_out' } },
  { callback: failed(undeliverable, error(7011, true)), verdict: { kind: 'suspended' } },
  { callback: failed(rejected(12)), verdict: { kind: 'suspended' } },
  {
    callback: failed(undeliverable, error(7050, false)),
    verdict: { kind: 'retry', scope: 'message', afterSeconds: null },
  },
  { callback: failed(rejected(20)), verdict: { kind: 'retry', scope: 'recipient', afterSeconds: 3600 } },
  {
    callback: failed(undeliverable, error(7017, false)),
    verdict: { kind: 'retry', scope: 'sender', afterSeconds: 60 },
  },
];

export const createInfobipBench = (): Promise<DialectBench> =>
  createDialectBench({
    provider: infobip,
    number: {
      phoneNumberId: account.sender,
      displayPhoneNumber: `+${account.sender}`,
      wabaId: 'infobip-bench',
      accessToken: account.apiKey,
      appSecret: account.callbackSecret,
      verifyToken: 'basic hudhud',
    },
    fieldsAt: (url) => ({
      base_url: url,
      api_key: account.apiKey,
      sender: account.sender,
      callback_secret: account.callbackSecret,
    }),
    wrongToken: { api_key: 'a-key-of-somebody-else' },
    sign,
    forgeries,
    batch,
    verdicts,
  });
