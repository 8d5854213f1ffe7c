// The bench of dialog360: the simulator in 360dialog's dialect, with a receiver for its callbacks.

import type { Simulator } from '@hudhud/simulator/create-simulator.ts';
import type { Callback, StatusVerdict } from '../../callback.ts';
import type { ProviderFields } from '../../provider.ts';
import type { Batch, ProviderBench } from '../../tests-support/provider-bench.ts';
import { startDialect } from '../../tests-support/start-dialect.ts';
import { dialog360 } from '../dialog360.ts';

const apiKey = 'key/of the "bench"';
const callbackSecret = 'callback-secret-of-the-bench';
const digits = '15550783882';
const refusedPerson = '+15550131009';

const people: ProviderBench['people'] = {
  arrives: '+966501234567',
  'is refused': refusedPerson,
  'meets a throttled sender': '+15550130429',
  'meets a throttled recipient': '+15550131056',
  'breaks untaken': '+15551000004',
  'breaks taken': '+15551000005',
  'is never answered': '+15551000003',
};

export interface Dialog360Bench extends ProviderBench {
  readonly simulator: Simulator;
}

const prove = (body: Buffer): Callback => ({
  method: 'POST',
  url: 'https://gateway.example/callback',
  query: {},
  headers: { authorization: callbackSecret },
  body,
  receivedAt: new Date(),
});

const metadata = { phone_number_id: '106540352242922', display_phone_number: digits };

const envelope = (value: object): Callback =>
  prove(
    Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata, ...value } }] }],
      }),
    ),
  );

/** Three statuses and a message in each of six callbacks. */
const batch = (): Batch => {
  const places = [1, 2, 3, 4, 5, 6];
  const idsAt = (place: number) => [1, 2, 3].map((part) => `wamid.s${place}.${part}`);
  const timestamp = '1750030073';
  return {
    statusIds: places.flatMap(idsAt),
    messageIds: places.map((place) => `wamid.m${place}`),
    callbacks: places.map((place) =>
      envelope({
        statuses: idsAt(place).map((id) => ({ id, status: 'sent', timestamp })),
        messages: [
          { id: `wamid.m${place}`, from: '16505551234', type: 'text', text: { body: 'Hi' }, timestamp },
        ],
      }),
    ),
  };
};

const failedStatus = (code: number): Callback =>
  envelope({
    statuses: [
      {
        id: 'wamid.1',
        status: 'failed',
        timestamp: '1750030073',
        errors: [{ code, title: `Error ${code}` }],
      },
    ],
  });

const verdicts: readonly [number, StatusVerdict][] = [
  [131026, { kind: 'rejected' }],
  [131050, { kind: 'opted_out' }],
  [131042, { kind: 'suspended' }],
  [131000, { kind: 'retry', scope: 'message', afterSeconds: null }],
  [131056, { kind: 'retry', scope: 'recipient', afterSeconds: null }],
  [80007, { kind: 'retry', scope: 'sender', afterSeconds: 60 }],
];

export const createDialog360Bench = async (): Promise<Dialog360Bench> => {
  const running = await startDialect('dialog360', {
    phoneNumberId: digits,
    displayPhoneNumber: `+${digits}`,
    wabaId: '102290129340399',
    accessToken: apiKey,
    appSecret: callbackSecret,
    verifyToken: '',
  });
  const { simulator } = running;
  simulator.faults.add({ name: 'answer_error', code: 131009, waId: refusedPerson.slice(1) });
  const fieldsAt = (base_url: string): ProviderFields => ({
    api_key: apiKey,
    callback_secret: callbackSecret,
    phone_number: `+${digits}`,
    base_url,
  });
  return {
    provider: dialog360,
    simulator,
    fields: fieldsAt(running.url),
    wrongTokenFields: { ...fieldsAt(running.url), api_key: 'key-of-somebody-else' },
    fieldsAt,
    people,
    taken: (opaque) => simulator.ledger.count({ opaque, outcome: 'accepted' }),
    callbacks: running.callbacks,
    callbackUrl: running.callbackUrl,
    sign: prove,
    forgeries: () => [
      { ...prove(Buffer.from('{}')), headers: { authorization: 'guessed' } },
      { ...prove(Buffer.from('{}')), headers: { authorization: '' } },
      { ...prove(Buffer.from('{}')), headers: { 'd360-api-key': apiKey } },
    ],
    batch,
    withoutId: ({ body }, statusId) =>
      prove(Buffer.from(body.toString('utf8').replace(`"${statusId}"`, '{"not":"an id"}'))),
    verdicts: verdicts.map(([code, verdict]) => ({ callback: failedStatus(code), verdict })),
    close: running.close,
  };
};
