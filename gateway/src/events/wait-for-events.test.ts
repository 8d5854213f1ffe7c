import type { EventFeed } from '@hudhud/contract/events.ts';
import { describe, expect, test } from 'vitest';
import { createEventWaits, type Waiting } from './wait-for-events.ts';

const nothing = (position: string): EventFeed => ({ data: [], next_after: position, has_more: false });
const something = { data: [{}], next_after: 'evt_9', has_more: false } as unknown as EventFeed;

const waitingFor = (given: Partial<Waiting> = {}): Waiting => ({
  companyId: 'a',
  seconds: 20,
  signal: new AbortController().signal,
  ...given,
});

describe('a caller that waits for an event', () => {
  test('gets it when it comes, and every look goes on where the last one ended', async () => {
    const looks: string[] = [];
    const feed = await createEventWaits()(waitingFor(), nothing('evt_1'), async (after) => {
      looks.push(after);
      return looks.length === 3 ? something : nothing(`evt_${looks.length + 1}`);
    });
    expect(feed).toBe(something);
    expect(looks).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  test('gets an empty answer with the newest position when the time is over', async () => {
    const waiting = waitingFor({ seconds: 0.05 });
    const feed = await createEventWaits()(waiting, nothing('evt_1'), async () => nothing('evt_2'));
    expect(feed).toEqual(nothing('evt_2'));
  });

  test('is released at once when the gateway stops or the caller has gone', async () => {
    const stop = new AbortController();
    const waits = createEventWaits();
    const waiting = waits(waitingFor({ signal: stop.signal }), nothing('evt_1'), async () =>
      nothing('evt_1'),
    );
    stop.abort();
    expect(await waiting).toEqual(nothing('evt_1'));
  });

  test('is answered at once when many of the same company wait already, and other companies still wait', async () => {
    const stop = new AbortController();
    const waits = createEventWaits();
    const { signal } = stop;
    const read = async () => nothing('evt_2');
    const many = Array.from({ length: 8 }, () => waits(waitingFor({ signal }), nothing('evt_1'), read));
    expect(await waits(waitingFor({ signal }), nothing('evt_1'), read)).toEqual(nothing('evt_1'));
    let isAnswered = false;
    const other = waits(waitingFor({ signal, companyId: 'b' }), nothing('evt_1'), read).then(() => {
      isAnswered = true;
    });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    stop.abort();
    await Promise.all([...many, other]);
    const seconds = 0.02;
    expect(await waits(waitingFor({ seconds }), nothing('evt_1'), read)).toEqual(nothing('evt_2'));
  });
});
