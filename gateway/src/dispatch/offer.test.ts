import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Sender } from '../senders/directory.ts';
import type { LaneKeeper } from './lane-keeper.ts';
import { makeOffer } from './offer.ts';
import { makeEntry } from './tests-support/make-entry.ts';
import { useLane } from './tests-support/use-lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sender = { id: 'sender', companyId: 'company', state: 'active' } as unknown as Sender;

it('of a repeated request sends what the first one left in the table, and then what is accepted next', async () => {
  const { lane, settle, offer, store, table, attempts } = useLane();
  await settle();
  // Its process died before it notified the lane.
  const first = makeEntry({ body: 'first' });
  table.set(first.id, first);
  const keeper = { find: () => lane } as unknown as LaneKeeper;
  const repeated = makeOffer(keeper, '1', sender, makeEntry({ body: 'repeated', isStored: false }), null);
  expect(repeated.repeats()).toBeUndefined();
  store(offer({ body: 'next' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(attempts.map(({ entry }) => entry.body)).toEqual(['first', 'next']);
});

it('of a repeated request notifies the process that has the lane, and is waited for', async () => {
  const notified = Promise.resolve();
  const keeper = { find: () => null, notify: () => notified } as unknown as LaneKeeper;
  const entry = makeEntry({ isStored: false });
  expect(makeOffer(keeper, '1', sender, entry, null).repeats()).toBe(notified);
  // A message that is not due yet is found when it is due.
  expect(makeOffer(keeper, '1', sender, entry, new Date()).repeats()).toBeUndefined();
});
