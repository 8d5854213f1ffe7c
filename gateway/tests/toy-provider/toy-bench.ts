// The other side of the toy provider: takes messages, keeps its own count of them, and calls back.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Callback, StatusVerdict } from '../../src/providers/callback.ts';
import type { ProviderFields } from '../../src/providers/provider.ts';
import type { Batch, ProviderBench } from '../../src/providers/tests-support/provider-bench.ts';
import { signToy, toyProvider } from './toy-provider.ts';

const secret = 'pigeon "secret" of the bench';
const number = '+15550002222';
const callbackUrl = 'https://gateway.example/callbacks/pigeons/co_1/snd_1';

const people = {
  arrives: '+966501234567',
  'is refused': '+15550000400',
  'meets a throttled sender': '+15550000429',
  'breaks untaken': '+15550000001',
  'breaks taken': '+15550000002',
  'is never answered': '+15550000003',
} as const;

interface Taken {
  readonly sid: string;
  readonly statusCallback: string;
}

/** A callback as the gateway gets it. */
export const toyCallback = (url: string, parameters: Record<string, string>): Callback => {
  const body = Buffer.from(new URLSearchParams(parameters).toString());
  return {
    method: 'POST',
    url,
    query: Object.fromEntries(new URL(url).searchParams),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-pigeon-signature': signToy(secret, url, body),
    },
    body,
    receivedAt: new Date(),
  };
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const startPigeons = async () => {
  const taken: Taken[] = [];
  const callbacks: Callback[] = [];

  const take = (form: URLSearchParams): string => {
    const sid = `SM${taken.length + 1}`;
    const statusCallback = form.get('StatusCallback') ?? '';
    taken.push({ sid, statusCallback });
    for (const status of ['queued', 'sent', 'delivered']) {
      callbacks.push(
        toyCallback(statusCallback, { MessageSid: sid, MessageStatus: status, To: form.get('To') ?? '' }),
      );
    }
    return sid;
  };

  const takeMessage = (request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void => {
    const to = form.get('To');
    if (to === people['is refused']) answer(response, 400, { code: 21211, message: 'No such person' });
    else if (to === people['meets a throttled sender']) answer(response, 429, { code: 20429, message: 'No' });
    else if (to === people['breaks untaken']) request.socket.destroy();
    else {
      const sid = take(form);
      if (to === people['breaks taken']) request.socket.destroy();
      else if (to !== people['is never answered']) answer(response, 201, { sid, status: 'queued' });
    }
  };

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await buffer(request)).toString('utf8'));
    if (request.url === '/messages' && request.headers.authorization === 'minted') {
      return takeMessage(request, form, response);
    }
    if (request.headers.authorization !== secret)
      return answer(response, 401, { code: 20003, message: 'Authenticate' });
    if (request.url === '/find') {
      const found = taken.find(({ statusCallback }) => statusCallback === form.get('StatusCallback'));
      return answer(response, 200, found ? { sid: found.sid } : {});
    }
    return answer(response, 200, { token: 'minted' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    callbacks,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const sign = (body: Buffer): Callback => ({
  ...toyCallback(callbackUrl, {}),
  headers: { 'x-pigeon-signature': signToy(secret, callbackUrl, body) },
  body,
});

/** One status in each callback, and a message after every sixth. */
const batch = (): Batch => {
  const statusIds = Array.from({ length: 18 }, (_, index) => `SM-batch-${index}`);
  const messageIds = ['MM-1', 'MM-2', 'MM-3'];
  const callbacks = statusIds.flatMap((id, index) => {
    const status = toyCallback(callbackUrl, { MessageSid: id, MessageStatus: 'sent', To: '+1' });
    const messageId = index % 6 === 5 ? messageIds[Math.floor(index / 6)] : undefined;
    if (messageId === undefined) return [status];
    return [status, toyCallback(callbackUrl, { MessageSid: messageId, From: '+15550003333', Body: 'Hi' })];
  });
  return { callbacks, statusIds, messageIds };
};

const forgeries = (): Callback[] => {
  const callback = toyCallback(callbackUrl, { MessageSid: 'SM1', MessageStatus: 'sent' });
  return [
    { ...callback, url: `${callbackUrl}?echo=msg_1:1` },
    { ...callback, headers: { 'x-pigeon-signature': 'guessed' } },
    { ...callback, headers: { 'x-pigeon-signature': signToy('another', callbackUrl, callback.body) } },
  ];
};

const verdicts = (
  [
    ['63016', { kind: 'rejected' }],
    ['63012', { kind: 'retry', scope: 'message', afterSeconds: null }],
    ['63020', { kind: 'retry', scope: 'recipient', afterSeconds: null }],
    ['63018', { kind: 'retry', scope: 'sender', afterSeconds: 5 }],
    ['30002', { kind: 'suspended' }],
    ['21610', { kind: 'opted_out' }],
  ] as readonly [string, StatusVerdict][]
).map(([code, verdict]) => ({
  callback: toyCallback(callbackUrl, {
    MessageSid: 'SM1',
    MessageStatus: 'failed',
    ErrorCode: code,
    To: '+1',
  }),
  verdict,
}));

export const createToyBench = async (): Promise<ProviderBench> => {
  const pigeons = await startPigeons();
  const fieldsAt = (url: string): ProviderFields => ({
    number,
    auth_token: secret,
    base_url: url,
    token_url: pigeons.url,
  });
  return {
    provider: toyProvider,
    fields: fieldsAt(pigeons.url),
    wrongTokenFields: { ...fieldsAt(pigeons.url), auth_token: 'of somebody else' },
    fieldsAt,
    people,
    taken: (echo) =>
      pigeons.taken.filter(({ statusCallback }) => new URL(statusCallback).searchParams.get('echo') === echo)
        .length,
    callbacks: pigeons.callbacks,
    callbackUrl,
    sign,
    forgeries,
    batch,
    withoutId: (callback, statusId) =>
      sign(Buffer.from(callback.body.toString('utf8').replace(`MessageSid=${statusId}`, 'MessageSid='))),
    verdicts,
    close: pigeons.close,
  };
};
