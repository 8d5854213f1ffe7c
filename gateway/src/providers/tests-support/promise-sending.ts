// The promises about sending. Each outcome is held against the witness of the other side, because that is what decides
// whether a person gets a message twice or never.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  closedPort,
  httpAnswer,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../tests/providers/support/loopback-server.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { correlate } from '../correlate.ts';
import type { ProviderFields, SendOutcome, SendResult } from '../provider.ts';
import { type ExampleMessage, exampleMessage } from './example-message.ts';
import { type Fate, type ProviderBench, type Running, secretsIn } from './provider-bench.ts';

let echoes = 0;
const newEcho = (): string => `msg_conformance:${++echoes}`;

/** The provider's own limit on time is long; no test waits that long. */
const hurried = (http: OutgoingHttp): OutgoingHttp => ({
  ...http,
  send: (outgoing) => http.send({ ...outgoing, timeoutMilliseconds: 300 }),
});

const failureOf = (outcome: SendOutcome) => (outcome.kind === 'sent' ? null : outcome.failure);

/** The correlation data of a message, as the core gives it. */
export const namesOf = ({ provider, callbackUrl }: ProviderBench, echo: string) =>
  correlate(provider.correlation, { echo, callbackUrl: () => callbackUrl });

/** A text as it was before a form or an address was made of it. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    return text;
  }
};

type Answerer = Parameters<typeof startLoopbackServer>[0];

const startOtherSide = async (answer: Answerer): Promise<LoopbackServer> => {
  const server = await startLoopbackServer(answer);
  onTestFinished(server.close);
  return server;
};

export const promiseSending = (running: () => Running): void => {
  const sendTo = async (
    fate: Fate,
    given: {
      fields?: ProviderFields;
      http?: OutgoingHttp;
      echo?: string;
      contextProviderId?: string;
    } & Partial<ExampleMessage> = {},
  ): Promise<SendResult & { echo: string }> => {
    const { bench, http } = running();
    const echo = given.echo ?? newEcho();
    const to = bench.people[fate];
    if (to === undefined) throw new Error(`nobody ${fate} at this provider`);
    const body = 'Hello ä😀';
    const { content = { type: 'text', message: body }, files, template, contextProviderId = null } = given;
    const message = {
      to,
      content,
      body,
      contextProviderId,
      ...(files && { files }),
      ...(template && { template }),
      ...namesOf(bench, echo),
    };
    const result = await bench.provider.send(given.http ?? http, given.fields ?? bench.fields, message);
    return { ...result, echo };
  };
  const sendAt = (url: string, http?: OutgoingHttp) =>
    sendTo('arrives', { fields: running().bench.fieldsAt(url), ...(http && { http }) });
  const taken = (echo: string): number => running().bench.taken(echo);
  /** A provider that does not refuse it in the answer says so in a status. */
  const expectLater = (...scopes: ('sender' | 'recipient')[]): void =>
    expect(running().bench.verdicts.map(({ verdict }) => verdict)).toContainEqual(
      expect.objectContaining({ kind: 'retry', scope: expect.toBeOneOf(scopes) }),
    );
  const secretsWith = (fields: ProviderFields): string[] => secretsIn(running().bench.provider, fields);

  describe('sends: it', () => {
    test('gives a text to the other side and brings back an id', async () => {
      const { outcome, echo } = await sendTo('arrives');
      expect(outcome).toEqual({ kind: 'sent', providerMessageId: expect.stringMatching(/./) });
      expect(taken(echo)).toBe(1);
    });

    test('gives every kind that it declares to the other side, alone and as an answer', async () => {
      const { outcome: first } = await sendTo('arrives');
      if (first.kind !== 'sent') throw new Error('a text did not arrive');
      const kinds = Object.keys(running().bench.provider.content) as MessageContent['type'][];
      for (const kind of kinds) {
        const example = await exampleMessage(running(), kind);
        const answers = { ...example, contextProviderId: first.providerMessageId };
        for (const given of kind === 'reaction' ? [answers] : [example, answers]) {
          const { outcome, echo } = await sendTo('arrives', given);
          expect(outcome, kind).toEqual({ kind: 'sent', providerMessageId: expect.stringMatching(/./) });
          expect(taken(echo), kind).toBe(1);
        }
      }
    });

    test('gives every message an id of its own', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => sendTo('arrives')));
      const ids = results.map(({ outcome }) => outcome.kind === 'sent' && outcome.providerMessageId);
      expect(new Set(ids).size).toBe(8);
    });

    test('reports the call behind the outcome', async () => {
      const { call, echo } = await sendTo('arrives');
      expect(call.method).toMatch(/^(POST|PUT)$/);
      expect(call.status).toBeGreaterThanOrEqual(200);
      expect(call.status).toBeLessThan(300);
      const { kind } = running().bench.provider.correlation;
      const body = call.requestBody ?? '';
      if (kind !== 'none') expect([body, decoded(body)].some((text) => text.includes(echo))).toBe(true);
      expect(call.answerBody).not.toBe('');
      expect(call.milliseconds).toBeGreaterThan(0);
    });

    test('reports the calls that came before it, and gives the message in the last one only', async () => {
      const { steps = [] } = await sendTo('arrives');
      for (const step of steps) {
        expect(step.milliseconds).toBeGreaterThan(0);
        expect(decoded(step.requestBody ?? '')).not.toContain('Hello');
      }
    });

    test('never calls a refusal sent', async () => {
      const { outcome, echo } = await sendTo('is refused');
      expect(outcome.kind).toBe('rejected');
      expect(taken(echo)).toBe(0);
    });

    test('says of every failure what it is, why, and what to do', async () => {
      const fates = ['is refused', 'breaks taken'] as const;
      for (const fate of fates) {
        const failure = failureOf((await sendTo(fate)).outcome);
        for (const key of ['code', 'title', 'detail', 'cause', 'action'] as const) {
          expect(failure?.[key], `${key} when a message ${fate}`).toMatch(/./);
        }
      }
    });

    test('tries again later for the whole sender when the sender is throttled', async () => {
      if (running().bench.people['meets a throttled sender'] === undefined) return expectLater('sender');
      const { outcome, echo } = await sendTo('meets a throttled sender');
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'sender' });
      expect(taken(echo)).toBe(0);
    });

    test('tries again later for one person when the person is throttled', async () => {
      // A provider that does not distinguish a person's limit from the number's makes the whole sender wait.
      if (running().bench.people['meets a throttled recipient'] === undefined)
        return expectLater('recipient', 'sender');
      const { outcome, echo } = await sendTo('meets a throttled recipient');
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'recipient' });
      expect(taken(echo)).toBe(0);
    });

    test('suspends the sender when its token is wrong', async () => {
      const { outcome, echo } = await sendTo('arrives', { fields: running().bench.wrongTokenFields });
      expect(outcome.kind).toBe('suspended');
      expect(taken(echo)).toBe(0);
    });

    test('suspends the sender when its address is none', async () => {
      expect((await sendAt('not an address')).outcome.kind).toBe('suspended');
    });

    test('tries again when the other side cannot be reached', async () => {
      const { outcome, call } = await sendAt(`http://127.0.0.1:${await closedPort()}`);
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'message' });
      expect(call).toMatchObject({ status: null, answerBody: null });
    });

    test.each([
      ['breaks untaken', 0],
      ['breaks taken', 1],
    ] as const)('does not know when a message %s', async (fate, count) => {
      const { outcome, echo } = await sendTo(fate);
      expect(outcome.kind).toBe('unknown');
      expect(taken(echo)).toBe(count);
    });

    test('does not know when a message is never answered', async () => {
      const { outcome, echo } = await sendTo('is never answered', { http: hurried(running().http) });
      expect(outcome.kind).toBe('unknown');
      expect(taken(echo)).toBe(1);
    });

    test.each([200, 201, 500, 502, 503, 504])('does not know after a bare %i', async (status) => {
      const server = await startOtherSide((socket) => socket.end(httpAnswer(status, '')));
      expect((await sendAt(server.url)).outcome.kind).toBe('unknown');
      expect(server.requests).toHaveLength(1);
    });

    test('does not know when the answer breaks off, and never tries again by itself', async () => {
      const half = httpAnswer(200, '{"messages":[{"i', { 'content-length': '90' });
      const server = await startOtherSide((socket) => socket.end(half));
      expect((await sendAt(server.url)).outcome.kind).toBe('unknown');
      expect(server.requests).toHaveLength(1);
    });

    test.each([301, 302, 307, 400, 403, 404, 407, 429])('takes a bare %i for a refusal', async (status) => {
      const server = await startOtherSide((socket) => socket.end(httpAnswer(status, '<html>no</html>')));
      expect((await sendAt(server.url)).outcome.kind).toMatch(/^(retry|rejected|suspended)$/);
    });
  });

  describe('keeps secrets: none is in an outcome or a call', () => {
    const secrets = (): string[] => secretsWith(running().bench.fields);

    test.each(['arrives', 'is refused', 'breaks taken'] as const)('when a message %s', async (fate) => {
      const said = JSON.stringify(await sendTo(fate));
      expect(secrets()).not.toEqual([]);
      expect(secrets().filter((secret) => said.includes(secret))).toEqual([]);
    });

    test.each([200, 400, 401, 500])('when the other side says all of them back with %i', async (status) => {
      const words = () => [...secrets(), ...secrets().map((secret) => `Malformed access token ${secret}`)];
      const server = await startOtherSide((socket, request) => {
        const error = { message: words().join(' '), code: 190, error_data: { details: words().join(' ') } };
        socket.end(httpAnswer(status, JSON.stringify({ error, request })));
      });
      const said = JSON.stringify(await sendAt(server.url));
      expect(secrets().filter((secret) => said.includes(secret))).toEqual([]);
    });
  });

  describe('tests a connection: it', () => {
    const testWith = (fields: ProviderFields) => {
      const { bench, http } = running();
      return bench.provider.testConnection(http, fields);
    };

    test('works with the right credentials', async () => {
      expect(await testWith(running().bench.fields)).toMatchObject({ kind: 'working' });
    });

    test('is broken with a wrong token, without a listener, and without an address', async () => {
      const { wrongTokenFields, fieldsAt } = running().bench;
      const nobody = `http://127.0.0.1:${await closedPort()}`;
      for (const fields of [wrongTokenFields, fieldsAt(nobody), fieldsAt('not an address')]) {
        const tested = await testWith(fields);
        expect(tested.kind).toBe('broken');
        const said = JSON.stringify(tested);
        expect(secretsWith(fields).filter((secret) => said.includes(secret))).toEqual([]);
      }
    });
  });
};
