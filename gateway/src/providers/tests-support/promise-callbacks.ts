// The promises about callbacks: only the provider can call, nothing in a callback is lost, and nothing in one can break
// us. What a callback looks like is the provider's affair: JSON or a form, one status each or a hundred.

import { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import fc from 'fast-check';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Callback, CallbackItem, CallbackStatus } from '../callback.ts';
import { promiseProof } from './promise-proof.ts';
import { namesOf } from './promise-sending.ts';
import type { Running } from './provider-bench.ts';

const statusesOf = (items: readonly CallbackItem[]): CallbackStatus[] =>
  items.flatMap((item) => (item.kind === 'status' ? [item.status] : []));

const idsOf = (items: readonly CallbackItem[]): string[] =>
  statusesOf(items).map((status) => status.providerMessageId);

/** Values that a table takes: texts that are texts, times that are times. */
const expectStorable = (item: CallbackItem): void => {
  if (item.kind === 'notice') {
    expect(item.topic).toBeTypeOf('string');
    return;
  }
  if (item.kind === 'move') return;
  if (item.kind === 'template') {
    expect(item.template.name).toMatch(/./s);
    expect(item.template.at.getTime()).not.toBeNaN();
    return;
  }
  if (item.kind === 'call') {
    expect(item.call.callId).toMatch(/./s);
    expect(item.call.at.getTime()).not.toBeNaN();
    return;
  }
  if (item.kind === 'consent') {
    expect(item.consent.from ?? '0').toMatch(/^\d+$/);
    expect(item.consent.from ?? item.consent.userId).toBeTypeOf('string');
    expect(item.consent.at.getTime()).not.toBeNaN();
    return;
  }
  const part = item.kind === 'status' ? item.status : item.message;
  if (item.account !== null) expect(item.account).toBeTypeOf('string');
  expect(part.providerMessageId).toMatch(/./s);
  expect(part.at.getTime()).not.toBeNaN();
  if (item.kind === 'message') expect(item.message.text).toBeTypeOf('string');
};

/** Single values inside a body: of JSON, or of a form. */
const valuesIn = (text: string): RegExpExecArray[] => [
  ...text.matchAll(text.startsWith('{') ? /(?<=[:[,])("[^"]*"|\d+)(?=[,}\]])/g : /(?<==)[^&]*/g),
];

export const promiseCallbacks = (running: () => Running): void => {
  const read = (callback: Callback): readonly CallbackItem[] => {
    const reading = running().bench.provider.callbacks.read(callback);
    return reading.kind === 'read' ? reading.items : [];
  };
  /** A callback with any body; whether its proof fits is another question. */
  const withBody = (body: string | Uint8Array): Callback => {
    const [callback] = running().bench.batch().callbacks;
    if (!callback) throw new Error('the batch of this bench is empty');
    return { ...callback, body: Buffer.from(body) };
  };

  describe('follows a message: it', () => {
    test('finds the message again in a status that the other side really sends, and the proof fits', async () => {
      const { bench, http } = running();
      const message = {
        to: bench.people.arrives,
        content: { type: 'text', message: 'Hello ä😀' },
        body: 'Hello ä😀',
        ...namesOf(bench, 'msg_followed:1'),
      } as const;
      const { outcome } = await bench.provider.send(http, bench.fields, message);
      const isMine = ({ echo, providerMessageId }: CallbackStatus): boolean =>
        bench.provider.correlation.kind === 'client_id'
          ? providerMessageId === message.clientId
          : bench.provider.correlation.kind === 'none'
            ? outcome.kind === 'sent' && providerMessageId === outcome.providerMessageId
            : echo === message.echo;
      const mine = () => bench.callbacks.flatMap((callback) => statusesOf(read(callback))).filter(isMine);
      await expect.poll(() => mine().length).toBeGreaterThan(0);
      expect(outcome).toEqual({ kind: 'sent', providerMessageId: mine()[0]?.providerMessageId });
      for (const callback of bench.callbacks) {
        expect(await bench.provider.callbacks.verify(callback, bench.fields)).toBe(true);
      }
    });

    test('says what a failure means beyond the message, for every meaning it can report', () => {
      const { verdicts } = running().bench;
      expect(verdicts.map(({ verdict }) => verdict.kind)).toContain('rejected');
      for (const { callback, verdict } of verdicts) {
        const [status, ...others] = statusesOf(read(callback));
        expect(others).toEqual([]);
        expect(status?.status).toBe('failed');
        expect(status?.verdict ?? { kind: 'rejected' }).toEqual(verdict);
        for (const key of ['code', 'title', 'cause', 'action'] as const) {
          expect(status?.failure?.[key], key).toMatch(/./);
        }
      }
    });
  });

  promiseProof(running);

  describe('describes a message: it', () => {
    const expectDescribed = (raw: unknown): void => {
      const details = running().bench.provider.callbacks.describe(raw);
      expect(Value.Check(IncomingDetails, details), JSON.stringify(details)).toBe(true);
    };

    test('keeps to the contract for every message that it reads', () => {
      for (const item of running().bench.batch().callbacks.flatMap(read)) {
        if (item.kind === 'message') expectDescribed(item.message.raw);
      }
    });

    test('never throws and keeps to the contract, whatever was stored', () => {
      fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), expectDescribed));
    });
  });

  describe('reads a callback: it', () => {
    test('loses no status and no message of a batch, and doubles none', () => {
      const { callbacks, statusIds, messageIds } = running().bench.batch();
      const items = callbacks.flatMap(read);
      const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
      expect(statusIds).toHaveLength(18);
      expect(messageIds.length).toBeGreaterThan(0);
      expect(idsOf(items)).toEqual(statusIds);
      expect(messages.map((message) => message.providerMessageId)).toEqual(messageIds);
    });

    test('keeps the neighbours of a part that makes no sense, and reports the part as a notice', () => {
      const { bench } = running();
      const { callbacks, statusIds } = bench.batch();
      const spoiltId = statusIds[4] ?? '';
      const place = callbacks.findIndex((callback) => idsOf(read(callback)).includes(spoiltId));
      const spoilt = callbacks.map((callback, index) =>
        index === place ? bench.withoutId(callback, spoiltId) : callback,
      );
      expect(spoilt[place]?.body.equals(callbacks[place]?.body ?? Buffer.alloc(0))).toBe(false);
      const items = spoilt.flatMap(read);
      expect(idsOf(items)).toEqual(statusIds.filter((_, index) => index !== 4));
      expect(items.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
    });

    test('gives the time of the callback where the provider reports none', () => {
      const receivedAt = new Date('2026-01-02T03:04:05Z');
      for (const callback of running().bench.batch().callbacks) {
        for (const item of read({ ...callback, receivedAt })) {
          if (item.kind !== 'message' || !item.message.isUntimed) continue;
          expect(item.message.at).toEqual(receivedAt);
        }
      }
    });

    test('never throws, whatever bytes, JSON or form come', () => {
      const form = fc
        .dictionary(fc.string({ maxLength: 12 }), fc.string({ maxLength: 20 }), { maxKeys: 6 })
        .map((parameters) => new URLSearchParams(parameters).toString());
      const json = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value));
      fc.assert(
        fc.property(fc.oneof(fc.uint8Array(), json, form), (body) => {
          for (const item of read(withBody(body))) expectStorable(item);
        }),
        { numRuns: 200 },
      );
    });

    test('never throws when any one value of a real callback is another', () => {
      const { callbacks } = running().bench.batch();
      const anything = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
      fc.assert(
        fc.property(fc.nat(callbacks.length - 1), fc.nat(), anything, (which, at, value) => {
          const text = String(callbacks[which]?.body);
          const values = valuesIn(text);
          const { index = 0, 0: found = '' } = values[at % values.length] ?? {};
          const written = text.startsWith('{') ? value : encodeURIComponent(value);
          const changed = text.slice(0, index) + written + text.slice(index + found.length);
          for (const item of read(withBody(changed))) expectStorable(item);
        }),
        { numRuns: 300 },
      );
    });
  });
};
