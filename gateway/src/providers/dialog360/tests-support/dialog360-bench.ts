// The bench of dialog360: the simulator in 360dialog's dialect, with a receiver for its callbacks.

import type { Callback } from '../../callback.ts';
import { errorVerdicts } from '../../cloud-api/tests-support/error-verdicts.ts';
import { createDialectBench, type DialectBench } from '../../tests-support/dialect-bench.ts';
import type { Batch } from '../../tests-support/provider-bench.ts';
import { dialog360 } from '../dialog360.ts';

const apiKey = 'key/of the "bench"';
const callbackSecret = 'callback-secret-of-the-bench';
const digits = '15550783882';

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

const forgeries = (): Callback[] => [
  { ...prove(Buffer.from('{}')), headers: { authorization: 'guessed' } },
  { ...prove(Buffer.from('{}')), headers: { authorization: '' } },
  { ...prove(Buffer.from('{}')), headers: { 'd360-api-key': apiKey } },
];

export const createDialog360Bench = (): Promise<DialectBench> =>
  createDialectBench({
    provider: dialog360,
    number: {
      phoneNumberId: digits,
      displayPhoneNumber: `+${digits}`,
      wabaId: '102290129340399',
      accessToken: apiKey,
      appSecret: callbackSecret,
      verifyToken: '',
    },
    fieldsAt: (url) => ({
      api_key: apiKey,
      callback_secret: callbackSecret,
      phone_number: `+${digits}`,
      base_url: url,
    }),
    wrongToken: { api_key: 'key-of-somebody-else' },
    sign: prove,
    forgeries,
    batch,
    verdicts: errorVerdicts.map(([code, verdict]) => ({ callback: failedStatus(code), verdict })),
  });
