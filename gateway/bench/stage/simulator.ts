// The simulator as a benchmark sees it: its numbers, its settings, and how many statuses were taken from it.

import { setTimeout as sleep } from 'node:timers/promises';
import { snakeKeys } from '@hudhud/simulator/control/snake-case.ts';
import { findDialect } from '@hudhud/simulator/dialects/registry.ts';
import { type BenchProcess, startProcess } from '../bench-process.ts';
import { httpRequest, phoneNumberOf, targetOf, textOf } from '../send-requests.ts';

/** Quick, and apart from each other, so that every status is a write of its own as in real life. */
export const statusDelays = { sentDelayMs: 20, deliveredDelayMs: 100, readDelayMs: 250 };
export const statusesPerMessage = 3;
const lookMilliseconds = 20;

export interface SimulatedNumber {
  readonly provider: string;
  /** The provider's own name for the number. */
  readonly account: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly phoneNumber: string;
  /** Null: the simulator calls back nowhere with its statuses. */
  readonly callbackUrl: string | null;
}

export interface BenchSimulator {
  readonly processId: number;
  readonly address: string;
  register(number: SimulatedNumber): Promise<void>;
  change(settings: Readonly<Record<string, number | boolean>>): Promise<void>;
  /** Statuses that were sent and accepted so far. */
  reportedStatuses(): Promise<number>;
  /** Files that were uploaded to it so far. */
  uploads(): Promise<number>;
  /** Resolves when so many were. */
  untilReported(statuses: number): Promise<void>;
  stop(): Promise<void>;
}

/** A number that belongs to no gateway, for calls that go straight to the simulator. */
export const directNumber: SimulatedNumber = {
  provider: 'meta_cloud',
  account: '800000000000001',
  fields: {
    phone_number_id: '800000000000001',
    waba_id: '800000000000002',
    access_token: 'direct-token',
    app_secret: 'direct-secret',
    verify_token: 'direct-verify',
  },
  phoneNumber: '+15552000001',
  callbackUrl: null,
};

export const directPath = `/v24.0/${directNumber.fields.phone_number_id}/messages`;
export const directHeaders = { Authorization: `Bearer ${directNumber.fields.access_token}` };

/** The body that the gateway would send for the message of this index. */
export const directBody = (index: number): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: phoneNumberOf(index),
  type: 'text',
  text: { body: textOf(index), preview_url: false },
  biz_opaque_callback_data: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz:1',
});

export const makeDirectRequests = (address: string, count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) =>
    httpRequest(targetOf(address), directPath, directHeaders, directBody(index)),
  );

const ask = async (url: string, method: string, body?: object): Promise<unknown> => {
  const answer = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status} to ${method} ${url}: ${text}`);
  return JSON.parse(text);
};

export const startSimulator = async (): Promise<BenchSimulator> => {
  const { processId, hello, stop }: BenchProcess<{ address: string }> = await startProcess(
    new URL('bench-simulator.ts', import.meta.url),
    {},
  );
  const control = `${hello.address}/control`;
  const readStats = async () =>
    (await ask(`${control}/stats`, 'GET')) as {
      webhooks: { delivered: number };
      media: { uploads: number };
    };
  const reportedStatuses = async (): Promise<number> => (await readStats()).webhooks.delivered;
  return {
    processId,
    address: hello.address,
    async register({ provider, account, fields, phoneNumber, callbackUrl }) {
      const credentials = findDialect(provider)?.account.credentials(fields);
      if (!credentials) throw new Error(`the simulator does not speak ${provider}`);
      await ask(`${control}/numbers`, 'POST', {
        ...snakeKeys(credentials),
        dialect: provider,
        phone_number_id: account,
        display_phone_number: phoneNumber,
        callback_url: callbackUrl,
      });
    },
    async change(settings) {
      await ask(`${control}/settings`, 'PATCH', settings);
    },
    reportedStatuses,
    uploads: async () => (await readStats()).media.uploads,
    async untilReported(statuses) {
      while ((await reportedStatuses()) < statuses) await sleep(lookMilliseconds);
    },
    stop,
  };
};
