// Requests whose message is sent by another process get its outcome here: a notification names the message, and one
// query fetches what is known of all that were named. Of those that were sent the notification says all there is to know.

import type pg from 'pg';
import { answerRequests, findOutcomes } from './queries.ts';
import type { WaitedAnswer } from './settlement.ts';
import type { Outcome, TakenWaiter, Waiters } from './waiters.ts';

interface Told {
  readonly waiter: TakenWaiter;
  readonly answer: WaitedAnswer;
}

const readOutcomes = async (
  writers: pg.Pool,
  taken: readonly TakenWaiter[],
): Promise<ReadonlyMap<string, Outcome>> => {
  const outcomes = await findOutcomes(
    writers,
    taken.map(({ waiting }) => ({ companyId: waiting.companyId, id: waiting.messageId })),
  );
  return new Map(
    outcomes.map(({ id, status, failure, is_held_back: isHeldBack }) => [
      id,
      { status, failure, isHeldBack },
    ]),
  );
};

const sent: Outcome = { status: 'sent', failure: null };

/** `areSent`: it is known that all of these were sent, and committed so. */
export const hearOutcomes = async (
  writers: pg.Pool,
  waiters: Waiters,
  messageIds: readonly string[],
  areSent = false,
): Promise<void> => {
  const taken = messageIds.flatMap((id) => waiters.take(id) ?? []);
  if (taken.length === 0) return;
  const told: Told[] = [];
  try {
    const outcomeById = areSent ? null : await readOutcomes(writers, taken);
    for (const waiter of taken) {
      const outcome = outcomeById ? outcomeById.get(waiter.waiting.messageId) : sent;
      const answer = outcome ? waiter.waiting.toAnswer(outcome) : null;
      if (answer) told.push({ waiter, answer });
    }
    if (told.length > 0)
      await answerRequests(
        writers,
        told.map(({ answer }) => answer),
      );
    for (const { waiter, answer } of told) waiter.resolve(answer);
  } finally {
    // Resolved waiters are gone; the others keep waiting.
    for (const waiter of taken) waiter.giveBack();
  }
};
