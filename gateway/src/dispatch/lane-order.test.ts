// A person gets messages in the order in which they were accepted, whatever the table, memory and the provider do.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from './entry.ts';
import { makeEntry, person } from './tests-support/make-entry.ts';
import { sleep, taken, useLane } from './tests-support/use-lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

describe('messages to one person keep their order', () => {
  const orderOf = (attempts: readonly { readonly entry: Entry }[]): string[] =>
    attempts.map(({ entry }) => entry.body);

  it('when it is unknown whether the first was stored: those behind it wait until it was looked for', async () => {
    const { lane, settle, offer, store, attempts } = useLane();
    await settle();
    const [first, second] = [offer({ body: 'first' }), offer({ body: 'second' })];
    expect([first.birth, second.birth]).toEqual(['sending', 'memory']);
    store(second);
    lane.withdraw(first.entry, first.birth, false);
    await later(2_000);
    expect(orderOf(attempts)).toEqual(['first', 'second']);
  });

  it('when another process has stored one that was to wait in memory', async () => {
    const { lane, stage, settle, offer, store, table, attempts } = useLane();
    await settle();
    stage.answer = async () => {
      await sleep(100);
      return taken;
    };
    const underWay = offer({ body: 'under way' });
    const [first, second] = [offer({ body: 'first' }), offer({ body: 'second' })];
    expect([first.birth, second.birth]).toEqual(['memory', 'memory']);
    store(underWay);
    store(second);
    table.set(first.entry.id, { ...first.entry });
    lane.withdraw(first.entry, first.birth, false);
    await later(2_000);
    expect(orderOf(attempts)).toEqual(['under way', 'first', 'second']);
  });

  it('when the first came while the table was read, and the second went there before that ended', async () => {
    const { lane, stage, settle, offer, store, attempts } = useLane();
    await settle();
    stage.lookDelays = () => [50, 50];
    lane.poke();
    const first = offer({ body: 'first' });
    store(first);
    // Another process has stored something.
    lane.poke();
    const second = offer({ body: 'second' });
    expect([first.birth, second.birth]).toEqual(['memory', 'table']);
    store(second);
    await later(2_000);
    expect(orderOf(attempts)).toEqual(['first', 'second']);
  });

  it('in whatever order they are stored, read and reported, each offered when the one before is stored', async () => {
    const milliseconds = fc.integer({ min: 0, max: 60 });
    const part = fc.record({
      way: fc.constantFrom('offered here', 'stored elsewhere', 'not stored', 'unknown'),
      storing: milliseconds,
      rest: milliseconds,
      isPoked: fc.boolean(),
    });
    const story = fc.array(part, { minLength: 2, maxLength: 12 });
    const delays = fc.array(fc.tuple(milliseconds, milliseconds), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(story, delays, fc.boolean(), async (parts, looks, isSettled) => {
        const { lane, stage, table, settle, offer, store, attempts } = useLane({
          messagesPerSecond: 1_000,
        });
        if (isSettled) await settle();
        let look = 0;
        stage.lookDelays = () => looks[look++ % looks.length] ?? [0, 0];
        const expected: string[] = [];
        for (const { way, storing, rest, isPoked } of parts) {
          const body = `${expected.length}`.padStart(2, '0');
          if (isPoked) lane.poke();
          if (way === 'stored elsewhere') {
            const entry = makeEntry({ body });
            await later(storing);
            table.set(entry.id, entry);
            lane.poke();
          } else {
            const offered = offer({ body });
            await later(storing);
            const { entry, birth } = offered;
            // Its own row, as when the reply to the commit was lost.
            if (way === 'unknown' && birth !== 'sending') table.set(entry.id, { ...entry });
            if (way === 'offered here') store(offered);
            else lane.withdraw(entry, birth, way === 'not stored');
          }
          if (way !== 'not stored') expected.push(body);
          await later(rest);
        }
        await later(20_000);
        expect(orderOf(attempts)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('when the first is given back because the sender is paused', async () => {
    const { lane, settle, offer, store, attempts } = useLane();
    await settle();
    const [first, second, other] = [
      offer({ body: 'first' }),
      offer({ body: 'second' }),
      offer({ body: 'other', phoneNumber: person(5) }),
    ];
    store(second);
    lane.pause();
    store(first);
    store(other);
    lane.resume();
    await later(2_000);
    expect(orderOf(attempts).filter((body) => body !== 'other')).toEqual(['first', 'second']);
    expect(attempts).toHaveLength(3);
  });
});
