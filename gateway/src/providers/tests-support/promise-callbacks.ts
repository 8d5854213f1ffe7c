// The promises about callbacks: nobody else can call, nothing in a callback is lost, and nothing in one can break us.

import { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import fc from 'fast-check';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { CallbackItem, CallbackStatus } from '../provider.ts';
import type { Running } from './provider-bench.ts';

const statusesOf = (items: readonly CallbackItem[]): CallbackStatus[] =>
  items.flatMap((item) => (item.kind === 'status' ? [item.status] : []));

const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));

/** Values that a table takes: texts that are texts, times that are times. */
const expectStorable = (item: CallbackItem): void => {
  if (item.kind === 'notice') {
    expect(item.topic).toBeTypeOf('string');
    return;
  }
  if (item.kind === 'consent') {
    expect(item.consent.from).toMatch(/^\d+$/);
    expect(item.consent.at.getTime()).not.toBeNaN();
    return;
  }
  const part = item.kind === 'status' ? item.status : item.message;
  expect(item.account).toBeTypeOf('string');
  expect(part.providerMessageId).toMatch(/./s);
  expect(part.at.getTime()).not.toBeNaN();
  if (item.kind === 'message') expect(item.message.text).toBeTypeOf('string');
};

export const promiseCallbacks = (running: () => Running): void => {
  const read = (body: unknown): CallbackItem[] => running().bench.provider.readCallback(body);

  describe('follows a message: it', () => {
    test('reads the echo in a status that the other side really sends, and the signature fits', async () => {
      const { bench, http } = running();
      const message = {
        to: bench.people.arrives,
        content: { type: 'text', message: 'Hello ä😀' },
        body: 'Hello ä😀',
        echo: 'msg_followed:1',
      } as const;
      const { outcome } = await bench.provider.send(http, bench.fields, message);
      const mine = () =>
        bench.callbacks
          .flatMap(({ body }) => statusesOf(read(parse(body))))
          .filter(({ echo }) => echo === message.echo);
      await expect.poll(() => mine().length, { timeout: 5_000 }).toBeGreaterThan(0);
      expect(outcome).toEqual({ kind: 'sent', providerMessageId: mine()[0]?.providerMessageId });
      for (const callback of bench.callbacks) {
        expect(bench.provider.verifyCallback(callback, bench.fields)).toBe(true);
      }
    });
  });

  describe('knows who calls: it', () => {
    test('answers the right handshake with its challenge', () => {
      const { provider, fields, handshake } = running().bench;
      expect(provider.answerHandshake(handshake.right, fields)).toBe(handshake.challenge);
    });

    test('does not answer a handshake that is wrong, or lacks something', () => {
      const { provider, fields, handshake } = running().bench;
      for (const query of [...handshake.wrong, ...handshake.missing, {}]) {
        expect(provider.answerHandshake(query, fields), JSON.stringify(query)).toBeNull();
      }
    });

    test('does not answer a handshake while no secret is set', () => {
      const { provider, handshake } = running().bench;
      expect(provider.answerHandshake(handshake.right, {})).toBeNull();
    });

    test('accepts a signature over the exact bytes, and no other', () => {
      const { provider, fields, sign, batch } = running().bench;
      const escaped = Buffer.from('{"entry": [{"text":"\\u00e4\\ud83d\\ude00 a\\/b"}] }');
      const rewritten = Buffer.from(JSON.stringify(parse(escaped)));
      const callback = sign(escaped);
      expect(provider.verifyCallback(callback, fields)).toBe(true);
      expect(provider.verifyCallback({ ...callback, body: rewritten }, fields)).toBe(false);
      expect(provider.verifyCallback(sign(Buffer.from(JSON.stringify(batch().body))), fields)).toBe(true);
    });

    test('refuses a callback without a signature, with two, and with one of another body', () => {
      const { provider, fields, sign } = running().bench;
      const { headers, body } = sign(Buffer.from('{"a":1}'));
      const twice = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value, value]]),
      );
      for (const wrong of [{}, twice as typeof headers, sign(Buffer.from('{"a":2}')).headers]) {
        expect(provider.verifyCallback({ headers: wrong, body }, fields)).toBe(false);
      }
    });

    test('refuses every callback while no secret is set', () => {
      const { provider, sign } = running().bench;
      expect(provider.verifyCallback(sign(Buffer.from('{}')), {})).toBe(false);
    });

    test('refuses a body of which any one bit was changed', () => {
      const { provider, fields, sign } = running().bench;
      const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
      fc.assert(
        fc.property(bytes, fc.nat(), (given, bit) => {
          const { headers, body } = sign(Buffer.from(given));
          const changed = Buffer.from(body);
          const at = bit % (changed.length * 8);
          changed.writeUInt8(changed.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
          expect(provider.verifyCallback({ headers, body }, fields)).toBe(true);
          expect(provider.verifyCallback({ headers, body: changed }, fields)).toBe(false);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe('describes a message: it', () => {
    const expectDescribed = (raw: unknown): void => {
      const details = running().bench.provider.describeIncoming(raw);
      expect(Value.Check(IncomingDetails, details), JSON.stringify(details)).toBe(true);
    };

    test('keeps to the contract for every message that it reads', () => {
      for (const item of read(running().bench.batch().body)) {
        if (item.kind === 'message') expectDescribed(item.message.raw);
      }
    });

    test('never throws and keeps to the contract, whatever was stored', () => {
      fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), expectDescribed));
    });
  });

  describe('reads a callback: it', () => {
    test('loses no status and no message of a batch, and doubles none', () => {
      const { body, statusIds, messageIds } = running().bench.batch();
      const items = read(body);
      const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
      expect(statusIds).toHaveLength(18);
      expect(messageIds.length).toBeGreaterThan(0);
      expect(statusesOf(items).map((status) => status.providerMessageId)).toEqual(statusIds);
      expect(messages.map((message) => message.providerMessageId)).toEqual(messageIds);
    });

    test('keeps the neighbours of a part that makes no sense', () => {
      const { body, statusIds } = running().bench.batch();
      const text = JSON.stringify(body);
      const broken = text.replace(`"${statusIds[4]}"`, '{"not":"an id"}');
      expect(broken).not.toBe(text);
      expect(statusesOf(read(JSON.parse(broken))).map((status) => status.providerMessageId)).toEqual(
        statusIds.filter((_, index) => index !== 4),
      );
    });

    test('never throws, whatever JSON comes', () => {
      fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (body) => Array.isArray(read(body))));
    });

    test('never throws when any one value of a real callback is another', () => {
      const { body } = running().bench.batch();
      const text = JSON.stringify(body);
      const values = [...text.matchAll(/(?<=[:[,])("[^"]*"|\d+)(?=[,}\]])/g)];
      fc.assert(
        fc.property(fc.nat(values.length - 1), fc.jsonValue({ maxDepth: 3 }), (at, value) => {
          const { index = 0, 0: found = '' } = values[at] ?? {};
          const changed = text.slice(0, index) + JSON.stringify(value) + text.slice(index + found.length);
          for (const item of read(JSON.parse(changed))) expectStorable(item);
        }),
        { numRuns: 300 },
      );
    });
  });
};
