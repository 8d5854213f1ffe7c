// The pace and the order of a lane, as the simulator saw them.

import type { SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { type LedgerEntry, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const perSecond = 40;
const people = 30;
const count = 150;

const numberOf = (index: number): string => `+9665012${String(index).padStart(5, '0')}`;

const mostInOneSecond = (entries: readonly LedgerEntry[]): number => {
  const times = entries.map(({ received_at }) => received_at);
  return Math.max(
    ...times.map((time) => times.filter((other) => other >= time && other < time + 1_000).length),
  );
};

/** One sender with more to send than its pace allows: two batches and single messages in between. */
const sendAll = async (): Promise<readonly LedgerEntry[]> => {
  const company = await stage.createSendingCompany();
  await company.setPace(perSecond);
  let number = 0;
  const next = () => {
    number += 1;
    return { to: numberOf(number % people), message: String(number) };
  };
  const sendBatch = async (size: number): Promise<void> => {
    const messages = Array.from({ length: size }, next);
    const answer = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
    });
    expect(answer.body.accepted).toBe(size);
  };
  await company.send(next());
  await sendBatch(count / 2);
  for (let times = 0; times < 10; times += 1) await company.send(next(), { prefer: 'respond-async' });
  await sendBatch(count / 2 - 11);
  return await waitUntil(
    'everything had arrived',
    async () => {
      const entries = await company.ledger();
      return entries.length >= count && entries;
    },
    30_000,
  );
};

describe('a lane with more than it may send', () => {
  it('never exceeds its pace, is not refused, and no message overtakes', async () => {
    const entries = await sendAll();
    expect(entries).toHaveLength(count);
    expect(entries.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
    expect(mostInOneSecond(entries)).toBeLessThanOrEqual(perSecond);
    const seconds = ((entries.at(-1)?.received_at ?? 0) - (entries[0]?.received_at ?? 0)) / 1_000;
    expect(count / seconds, 'in time').toBeGreaterThan(perSecond * 0.6);
    for (let person = 0; person < people; person += 1) {
      const theirs = entries
        .filter(({ to }) => to === numberOf(person))
        .map(({ body }) => Number(body.text.body));
      expect(theirs).toEqual(theirs.toSorted((one, two) => one - two));
    }
    // To different people two may pass each other on the wire, and one whose connection stands still is passed by many: in time,
    // never more than what is under way at once.
    for (const [place, { body }] of entries.entries()) {
      expect(Math.abs(place + 1 - Number(body.text.body)), 'in time').toBeLessThanOrEqual(4);
    }
  });
});
