import { expect, test } from 'vitest';
import type { Offer } from '../../dispatch/offer.ts';
import type { MessageStore, StoreOutcome } from './message-store.ts';
import type { NewRequest } from './queries.ts';
import { storeOffered } from './store-offered.ts';

const asked = {} as NewRequest;

const storeThat = (outcome: StoreOutcome): MessageStore =>
  ({ store: async () => outcome }) as unknown as MessageStore;

const makeOffer = (notices: string[], notified?: Promise<void>): Offer =>
  ({
    messageId: 'm',
    stored: () => {
      notices.push('stored');
      return notified;
    },
    repeats: () => {
      notices.push('repeats');
      return notified;
    },
    withdraw: (isKnown: boolean) => notices.push(isKnown ? 'not stored' : 'perhaps stored'),
  }) as unknown as Offer;

test.each<[StoreOutcome, boolean, string]>([
  [{ kind: 'stored' }, false, 'stored'],
  [{ kind: 'stored' }, true, 'stored'],
  // Its own earlier try.
  [{ kind: 'stored', isRepeated: true }, false, 'stored'],
  // The process that passed it on may have stored it: sent by this one too, it could arrive twice.
  [{ kind: 'stored', isRepeated: true }, true, 'perhaps stored'],
  [{ kind: 'key_reused' }, true, 'not stored'],
  // The process that stored the first one may have died before it notified the lane.
  [{ kind: 'replayed', status: 202, answer: '{}', messageId: 'first' }, false, 'repeats'],
])('%j, passed on: %s, notifies the lane "%s"', async (outcome, isPassedOn, expected) => {
  const notices: string[] = [];
  expect(await storeOffered(storeThat(outcome), asked, [makeOffer(notices)], isPassedOn)).toBe(outcome);
  expect(notices).toEqual([expected]);
});

test.each<StoreOutcome>([
  { kind: 'stored' },
  { kind: 'replayed', status: 202, answer: '{}', messageId: 'first' },
])('is not done before the owner of the lane knows: %j', async (outcome) => {
  const notified = Promise.withResolvers<void>();
  let isDone = false;
  const storing = storeOffered(storeThat(outcome), asked, [makeOffer([], notified.promise)]).then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isDone).toBe(false);
  notified.resolve();
  await storing;
});
