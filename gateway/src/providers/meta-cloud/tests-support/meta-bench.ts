// The bench of meta_cloud: the simulator in Meta's own dialect, and Meta's handshake.

import { createHmac } from 'node:crypto';
import type { Callback } from '../../callback.ts';
import { errorVerdicts } from '../../cloud-api/tests-support/error-verdicts.ts';
import { createDialectBench, type DialectBench } from '../../tests-support/dialect-bench.ts';
import type { Batch, Handshake } from '../../tests-support/provider-bench.ts';
import { metaCloud } from '../meta-cloud.ts';

const account = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '+1 555 078 3881',
  wabaId: '102290129340398',
  accessToken: 'EAAG/access-token-of-the-bench',
  appSecret: 'test_app_secret',
  verifyToken: 'verify "token" of the bench',
};

const unsigned: Callback = {
  method: 'POST',
  url: 'https://gateway.example/callback',
  query: {},
  headers: {},
  body: Buffer.alloc(0),
  receivedAt: new Date(),
};

const sign = (body: Buffer): Callback => {
  const signature = createHmac('sha256', account.appSecret).update(body).digest('hex');
  return { ...unsigned, headers: { 'x-hub-signature-256': `sha256=${signature}` }, body };
};

const question = {
  'hub.mode': 'subscribe',
  'hub.challenge': '1158201444',
  'hub.verify_token': account.verifyToken,
};

const handshake: Handshake = {
  right: question,
  challenge: '1158201444',
  wrong: [
    { ...question, 'hub.verify_token': 'another' },
    { ...question, 'hub.verify_token': '' },
    { ...question, 'hub.verify_token': [account.verifyToken, account.verifyToken] },
    { ...question, 'hub.mode': 'unsubscribe' },
    { ...question, 'hub.challenge': ['1', '2'] },
  ],
  missing: Object.keys(question).map((left) =>
    Object.fromEntries(Object.entries(question).filter(([name]) => name !== left)),
  ),
};

const batch = (): Batch => {
  const statusIds: string[] = [];
  const messageIds: string[] = [];
  const change = (entry: number, count: number) => {
    const place = `${entry}.${count}`;
    const statuses = [1, 2, 3].map((part) => ({
      id: `wamid.s${place}.${part}`,
      status: 'sent',
      timestamp: '1750030073',
    }));
    const messages = [
      {
        id: `wamid.m${place}`,
        from: '16505551234',
        type: 'text',
        text: { body: place },
        timestamp: '1750030073',
      },
    ];
    statusIds.push(...statuses.map(({ id }) => id));
    messageIds.push(...messages.map(({ id }) => id));
    const metadata = { phone_number_id: `10${entry}`, display_phone_number: '15550783881' };
    return { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages, statuses } };
  };
  const entries = [1, 2, 3].map((entry) => ({
    id: `30${entry}`,
    changes: [change(entry, 1), change(entry, 2)],
  }));
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: entries }));
  return { callbacks: [sign(body)], statusIds, messageIds };
};

const forgeries = (): Callback[] => {
  const callback = sign(Buffer.from('{"a":1}'));
  const bare = String(callback.headers['x-hub-signature-256']).slice('sha256='.length);
  return [
    { ...callback, headers: sign(Buffer.from('{"a":2}')).headers },
    { ...callback, headers: { 'x-hub-signature-256': bare } },
    { ...callback, headers: { 'x-hub-signature-256': '' } },
  ];
};

const failedStatus = (code: number): Callback => {
  const errors = [{ code, title: `Error ${code}` }];
  const statuses = [{ id: 'wamid.failed', status: 'failed', timestamp: '1750030073', errors }];
  const value = { metadata: { phone_number_id: account.phoneNumberId }, statuses };
  return sign(Buffer.from(JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })));
};

export const createMetaBench = (): Promise<DialectBench> =>
  createDialectBench({
    provider: metaCloud,
    number: account,
    fieldsAt: (url) => ({
      phone_number_id: account.phoneNumberId,
      waba_id: account.wabaId,
      access_token: account.accessToken,
      app_secret: account.appSecret,
      verify_token: account.verifyToken,
      base_url: url,
    }),
    wrongToken: { access_token: 'EAAG-a-token-of-nobody' },
    handshake,
    sign,
    forgeries,
    batch,
    verdicts: errorVerdicts.map(([code, verdict]) => ({ callback: failedStatus(code), verdict })),
  });
