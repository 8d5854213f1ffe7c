// The other side of a provider's bench: the simulator on a free port with one number in the provider's dialect, and a
// receiver that keeps every callback as it came.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSimulator, type Simulator } from '@hudhud/simulator/create-simulator.ts';
import type { BehaviourSettings } from '@hudhud/simulator/settings.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import Fastify from 'fastify';
import type { Callback } from '../callback.ts';

export interface DialectNumber {
  readonly phoneNumberId: string;
  readonly displayPhoneNumber: string;
  readonly wabaId: string;
  readonly accessToken: string;
  readonly otherAccessTokens?: string[];
  readonly appSecret: string;
  readonly verifyToken: string;
}

export interface RunningDialect {
  readonly simulator: Simulator;
  /** The base address of the provider's API. */
  readonly url: string;
  /** Every callback so far. */
  readonly callbacks: readonly Callback[];
  readonly callbackUrl: string;
  close(): Promise<void>;
}

const quick: Partial<BehaviourSettings> = {
  sentDelayMs: 5,
  deliveredDelayMs: 10,
  readDelayMs: 15,
  templateReviewDelayMs: 5,
  throughputPerSecond: 0,
  pairIntervalMs: 0,
};

/** Answers 200 to every callback and keeps it. */
const startReceiver = async () => {
  const callbacks: Callback[] = [];
  let base = '';
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', base);
    callbacks.push({
      method: request.method ?? '',
      url: `${base}${request.url}`,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: await buffer(request),
      receivedAt: new Date(),
    });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/callback`,
    callbacks,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export const startDialect = async (dialect: string, number: DialectNumber): Promise<RunningDialect> => {
  const receiver = await startReceiver();
  const simulator = createSimulator({ settings: quick });
  simulator.registerNumber({ ...number, dialect, callbackUrl: receiver.url });
  const server = Fastify();
  await server.register(simulatorPlugin, { simulator, prefix: '/simulator' });
  const address = `${await server.listen({ port: 0, host: '127.0.0.1' })}/simulator`;
  simulator.setPublicUrl(address);
  return {
    simulator,
    url: `${address}/${dialect}`,
    callbacks: receiver.callbacks,
    callbackUrl: receiver.url,
    async close() {
      await server.close();
      await simulator.close();
      await receiver.close();
    },
  };
};
