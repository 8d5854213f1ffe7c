// The bench of twilio: the simulator in Twilio's dialect, with a receiver for its callbacks.

import { createHmac } from 'node:crypto';
import type { Simulator } from '@hudhud/simulator/create-simulator.ts';
import type { Callback, StatusVerdict } from '../../callback.ts';
import type { ProviderFields } from '../../provider.ts';
import type { Batch, ProviderBench } from '../../tests-support/provider-bench.ts';
import { startDialect } from '../../tests-support/start-dialect.ts';
import { twilio } from '../twilio.ts';

const accountSid = 'AC0123456789abcdef0123456789abcdef';
const authToken = 'auth "token" of the bench/äß';
const digits = '15550783883';
const refusedPerson = '+15550021211';
const throttledPerson = '+15550020429';

const people: ProviderBench['people'] = {
  arrives: '+966501234567',
  'is refused': refusedPerson,
  'meets a throttled sender': throttledPerson,
  'breaks untaken': '+15551000004',
  'breaks taken': '+15551000005',
  'is never answered': '+15551000003',
};

export interface TwilioBench extends ProviderBench {
  readonly simulator: Simulator;
  /** A callback with these parameters to the usual address, and its proof. */
  callback(parameters: Readonly<Record<string, string>>, query?: string): Callback;
}

/** As Twilio's documents describe it, and apart from the code that is tested. */
const signatureOf = (url: string, body: Buffer): string => {
  const pairs = [...new URLSearchParams(body.toString('utf8'))].toSorted(([one], [two]) =>
    one < two ? -1 : one > two ? 1 : 0,
  );
  return createHmac('sha1', authToken)
    .update(url + pairs.map(([name, value]) => name + value).join(''))
    .digest('base64');
};

const createSigner = (callbackUrl: string) => {
  const sign = (body: Buffer, query = ''): Callback => {
    const url = `${callbackUrl}${query}`;
    return {
      method: 'POST',
      url,
      query: Object.fromEntries(new URL(url).searchParams),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(url, body),
      },
      body,
      receivedAt: new Date(),
    };
  };
  const callback: TwilioBench['callback'] = (parameters, query) =>
    sign(Buffer.from(new URLSearchParams(parameters).toString()), query);
  return { sign, callback };
};

type Signer = ReturnType<typeof createSigner>;

const statusOf = (id: string, status: string, more: Readonly<Record<string, string>> = {}) => ({
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
  ChannelPrefix: 'whatsapp',
  From: `whatsapp:+${digits}`,
  To: 'whatsapp:+966501234567',
  MessageSid: id,
  SmsSid: id,
  MessageStatus: status,
  SmsStatus: status,
  ...more,
});

const messageOf = (id: string) => ({
  MessageSid: id,
  SmsSid: id,
  SmsMessageSid: id,
  AccountSid: accountSid,
  From: 'whatsapp:+966501234567',
  To: `whatsapp:+${digits}`,
  Body: 'Hi',
  NumMedia: '0',
  SmsStatus: 'received',
  MessageType: 'text',
  ProfileName: 'Huda',
  WaId: '966501234567',
});

/** One status in each callback, and a message after every sixth. */
const makeBatch = ({ callback }: Signer): Batch => {
  const sid = (prefix: string, index: number) => prefix + String(index).padStart(32, '0');
  const statusIds = Array.from({ length: 18 }, (_, index) => sid('SM', index));
  const messageIds = [1, 2, 3].map((index) => sid('MM', index));
  const callbacks = statusIds.flatMap((id, index) => {
    const status = callback(statusOf(id, 'sent'));
    const messageId = index % 6 === 5 ? messageIds[Math.floor(index / 6)] : undefined;
    return messageId === undefined ? [status] : [status, callback(messageOf(messageId))];
  });
  return { callbacks, statusIds, messageIds };
};

const makeForgeries = ({ callback }: Signer): Callback[] => {
  const real = callback(statusOf('SM1', 'sent'));
  const other = callback(statusOf('SM2', 'sent'));
  return [
    { ...real, headers: other.headers },
    { ...real, url: `${real.url}?echo=msg_1%3A1` },
    { ...real, headers: { 'x-twilio-signature': 'guessed' } },
    { ...real, headers: { 'x-twilio-signature': '' } },
    // The hash of a body that is not this one.
    { ...real, query: { bodySHA256: '0'.repeat(64) } },
  ];
};

const verdicts: readonly [string, StatusVerdict][] = [
  ['63016', { kind: 'rejected' }],
  ['63012', { kind: 'retry', scope: 'message', afterSeconds: null }],
  ['63018', { kind: 'retry', scope: 'sender', afterSeconds: 60 }],
  ['30002', { kind: 'suspended' }],
  ['63112', { kind: 'suspended' }],
  ['63050', { kind: 'opted_out' }],
  ['99999', { kind: 'rejected' }],
];

export const createTwilioBench = async (): Promise<TwilioBench> => {
  const running = await startDialect('twilio', {
    phoneNumberId: digits,
    displayPhoneNumber: `+${digits}`,
    wabaId: accountSid,
    accessToken: authToken,
    appSecret: authToken,
    verifyToken: '',
  });
  const { simulator, callbackUrl } = running;
  simulator.faults.add({ name: 'answer_error', code: 21211, waId: refusedPerson.slice(1) });
  simulator.faults.add({ name: 'answer_error', code: 20429, waId: throttledPerson.slice(1) });
  const signer = createSigner(callbackUrl);
  const fieldsAt = (base_url: string): ProviderFields => ({
    account_sid: accountSid,
    auth_token: authToken,
    phone_number: `+${digits}`,
    base_url,
  });
  return {
    provider: twilio,
    simulator,
    fields: fieldsAt(running.url),
    wrongTokenFields: { ...fieldsAt(running.url), auth_token: 'of somebody else' },
    fieldsAt,
    people,
    taken: (opaque) => simulator.ledger.count({ opaque, outcome: 'accepted' }),
    callbacks: running.callbacks,
    callbackUrl,
    sign: signer.sign,
    callback: signer.callback,
    forgeries: () => makeForgeries(signer),
    batch: () => makeBatch(signer),
    withoutId: ({ body }, statusId) =>
      signer.sign(Buffer.from(body.toString('utf8').replaceAll(`Sid=${statusId}`, 'Sid='))),
    verdicts: verdicts.map(([code, verdict]) => ({
      callback: signer.callback(statusOf('SM1', 'undelivered', { ErrorCode: code })),
      verdict,
    })),
    close: running.close,
  };
};
