// The promises about optional parts of a provider: a provider that declares one is held to it.

import { describe, expect, test } from 'vitest';
import { namesOf } from './promise-sending.ts';
import type { Fate, Running } from './provider-bench.ts';

export const promiseParts = (running: () => Running): void => {
  const sendAndLookUp = async (fate: Exclude<Fate, `meets ${string}`>, echo: string) => {
    const { bench, http } = running();
    const content = { type: 'text', message: 'Hello' } as const;
    const message = { to: bench.people[fate], content, body: content.message, ...namesOf(bench, echo) };
    await bench.provider.send(http, bench.fields, message);
    return bench.provider.lookUp?.(http, bench.fields, message);
  };

  describe('has parts: it', () => {
    test('knows of a lost answer whether the message was taken, where it can be asked', async () => {
      if (!running().bench.provider.lookUp) return;
      expect((await sendAndLookUp('breaks taken', 'msg_looked_up:1'))?.kind).toMatch(/^(taken|unclear)$/);
      expect((await sendAndLookUp('breaks untaken', 'msg_looked_up:2'))?.kind).toMatch(
        /^(not_taken|unclear)$/,
      );
    });

    test('registers the callback address, and says when it is not taken', async () => {
      const { bench, http } = running();
      const register = bench.provider.registerCallback;
      if (!register) return;
      expect(await register(http, bench.fields, bench.callbackUrl)).toEqual({ kind: 'registered' });
      const refused = await register(http, bench.wrongTokenFields, bench.callbackUrl);
      expect(refused).toMatchObject({ kind: 'refused', failure: { action: expect.stringMatching(/./) } });
    });
  });
};
