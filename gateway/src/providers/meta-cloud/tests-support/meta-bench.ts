// The bench of meta_cloud: the simulator on a free port, with a receiver for its callbacks.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSimulator, type Simulator } from '@hudhud/simulator/create-simulator.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import Fastify from 'fastify';
import type { Callback, StatusVerdict } from '../../callback.ts';
import type { ProviderFields } from '../../provider.ts';
import type { Batch, Handshake, ProviderBench } from '../../tests-support/provider-bench.ts';
import { metaCloud } from '../meta-cloud.ts';

const account = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '+1 555 078 3881',
  wabaId: '102290129340398',
  accessToken: 'EAAG/access-token-of-the-bench',
  appSecret: 'test_app_secret',
  verifyToken: 'verify "token" of the bench',
};

const refusedPerson = '+15550131009';
const quick = {
  sentDelayMs: 5,
  deliveredDelayMs: 10,
  readDelayMs: 15,
  throughputPerSecond: 0,
  pairIntervalMs: 0,
};

export interface MetaBench extends ProviderBench {
  readonly simulator: Simulator;
}

const unsigned: Callback = {
  method: 'POST',
  url: 'https://gateway.example/callback',
  query: {},
  headers: {},
  body: Buffer.alloc(0),
  receivedAt: new Date(),
};

/** Answers 200 to every callback and keeps it. */
const startReceiver = async () => {
  const callbacks: Callback[] = [];
  const server = createServer(async (request, response) => {
    callbacks.push({ ...unsigned, headers: request.headers, body: await buffer(request) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    callbacks,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
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

const withoutId = ({ body }: Callback, statusId: string): Callback =>
  sign(Buffer.from(body.toString('utf8').replace(`"${statusId}"`, '{"not":"an id"}')));

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

const verdicts = (
  [
    [131026, { kind: 'rejected' }],
    [131050, { kind: 'opted_out' }],
    [131042, { kind: 'suspended' }],
    [131000, { kind: 'retry', scope: 'message', afterSeconds: null }],
    [131056, { kind: 'retry', scope: 'recipient', afterSeconds: null }],
    [80007, { kind: 'retry', scope: 'sender', afterSeconds: 60 }],
  ] as readonly [number, StatusVerdict][]
).map(([code, verdict]) => ({ callback: failedStatus(code), verdict }));

const people: ProviderBench['people'] = {
  arrives: '+966501234567',
  'is refused': refusedPerson,
  'meets a throttled sender': '+15550130429',
  'meets a throttled recipient': '+15550131056',
  'breaks untaken': '+15551000004',
  'breaks taken': '+15551000005',
  'is never answered': '+15551000003',
};

export const createMetaBench = async (): Promise<MetaBench> => {
  const receiver = await startReceiver();
  const simulator = createSimulator({ settings: quick });
  simulator.registerNumber({ ...account, callbackUrl: receiver.url });
  simulator.faults.add({ name: 'answer_error', code: 131009, waId: refusedPerson.slice(1) });
  const server = Fastify();
  await server.register(simulatorPlugin, { simulator, prefix: '/simulator' });
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/simulator`;

  const fieldsAt = (baseUrl: string): ProviderFields => ({
    phone_number_id: account.phoneNumberId,
    waba_id: account.wabaId,
    access_token: account.accessToken,
    app_secret: account.appSecret,
    verify_token: account.verifyToken,
    base_url: baseUrl,
  });

  return {
    provider: metaCloud,
    simulator,
    fields: fieldsAt(url),
    wrongTokenFields: { ...fieldsAt(url), access_token: 'EAAG-a-token-of-nobody' },
    fieldsAt,
    people,
    taken: (opaque) => simulator.ledger.count({ opaque, outcome: 'accepted' }),
    callbacks: receiver.callbacks,
    callbackUrl: receiver.url,
    handshake,
    sign,
    forgeries,
    batch,
    withoutId,
    verdicts,
    async close() {
      await server.close();
      await simulator.close();
      await receiver.close();
    },
  };
};
