// The promises about who calls: what the proof covers is declared, and held to.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Callback } from '../callback.ts';
import type { Running } from './provider-bench.ts';

const flipBit = (body: Buffer, bit: number): Buffer => {
  const changed = Buffer.from(body);
  const at = bit % (changed.length * 8);
  changed.writeUInt8(changed.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
  return changed;
};

const promiseHandshake = (running: () => Running): void => {
  test('answers the right handshake with its challenge, and no other', () => {
    const { provider, fields, handshake } = running().bench;
    const answer = provider.callbacks.handshake;
    // A bench without a handshake is one of a provider without it.
    expect(handshake === undefined).toBe(answer === undefined);
    if (!handshake || !answer) return;
    expect(answer(handshake.right, fields)).toBe(handshake.challenge);
    for (const query of [...handshake.wrong, ...handshake.missing, {}]) {
      expect(answer(query, fields), JSON.stringify(query)).toBeNull();
    }
    expect(answer(handshake.right, {}), 'while no secret is set').toBeNull();
  });
};

export const promiseProof = (running: () => Running): void => {
  const verify = async (callback: Callback, fields = running().bench.fields): Promise<boolean> =>
    await running().bench.provider.callbacks.verify(callback, fields);
  const binds = () => running().bench.provider.callbacks.binds;
  /** A body of the kind that the proof covers. */
  const bodies = () =>
    binds() === 'parameters'
      ? fc
          .dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 20 }), { minKeys: 1 })
          .map((parameters) => Buffer.from(new URLSearchParams(parameters).toString()))
      : fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));

  describe('knows who calls: it', () => {
    promiseHandshake(running);

    test('accepts what the provider has proven, of any content', async () => {
      const { sign, batch } = running().bench;
      await fc.assert(
        fc.asyncProperty(bodies(), async (body) => {
          expect(await verify(sign(body))).toBe(true);
        }),
        { numRuns: 50 },
      );
      for (const callback of batch().callbacks) expect(await verify(callback)).toBe(true);
    });

    test('refuses what somebody else could make', async () => {
      const forgeries = running().bench.forgeries();
      expect(forgeries.length).toBeGreaterThan(0);
      for (const forgery of forgeries) expect(await verify(forgery)).toBe(false);
    });

    test('refuses a callback without a proof, and with two', async () => {
      const [callback] = running().bench.batch().callbacks;
      if (!callback) throw new Error('the batch of this bench is empty');
      const twice = Object.fromEntries(
        Object.entries(callback.headers).map(([name, value]) => [name, [value, value] as string[]]),
      );
      expect(await verify({ ...callback, headers: {} })).toBe(false);
      expect(await verify({ ...callback, headers: twice })).toBe(false);
    });

    test('refuses every callback while no secret is set', async () => {
      for (const callback of running().bench.batch().callbacks)
        expect(await verify(callback, {})).toBe(false);
    });

    test('refuses a body that was changed, as far as the proof covers it', async () => {
      const { sign } = running().bench;
      const kind = binds();
      if (kind === 'nothing') return;
      await fc.assert(
        fc.asyncProperty(bodies(), fc.nat(), async (body, place) => {
          const callback = sign(body);
          if (kind === 'bytes') {
            expect(await verify({ ...callback, body: flipBit(body, place) })).toBe(false);
            return;
          }
          const parameters = [...new URLSearchParams(body.toString())];
          const at = place % parameters.length;
          const changed = parameters.map(([name, value], index) =>
            index === at ? [name, `${value}!`] : [name, value],
          );
          const more = [...parameters, ['added', 'later']];
          for (const list of [changed, more]) {
            const text = new URLSearchParams(list as [string, string][]).toString();
            expect(await verify({ ...callback, body: Buffer.from(text) })).toBe(false);
          }
        }),
        { numRuns: 50 },
      );
    });

    test('refuses a rewritten body where the proof is over bytes, and takes it where it is over parameters', async () => {
      const { sign } = running().bench;
      if (binds() === 'bytes') {
        const escaped = Buffer.from('{"entry": [{"text":"\\u00e4\\ud83d\\ude00 a\\/b"}] }');
        const rewritten = Buffer.from(JSON.stringify(JSON.parse(escaped.toString('utf8'))));
        const callback = sign(escaped);
        expect(await verify(callback)).toBe(true);
        expect(await verify({ ...callback, body: rewritten })).toBe(false);
      }
      if (binds() === 'parameters') {
        const callback = sign(Buffer.from('To=whatsapp%3A%2B1&Body=a+b'));
        expect(await verify({ ...callback, body: Buffer.from('To=whatsapp%3a%2b1&Body=a%20b') })).toBe(true);
      }
    });
  });
};
