// Requests whose message is sent by another process get their outcome here: a notification names the messages, and one
// query fetches their outcomes. For sent messages the notification itself is the outcome.

import type pg from 'pg';
import { answerRequests } from '../monitoring/answering/request-answer.ts';
import type { WaitedAnswer } from '../monitoring/request-row.ts';
import { findOutcomes } from './queries.ts';
import type { Outcome, TakenWaiter, Waiters, Waiting } from './waiters.ts';

interface Answered {
  readonly waiter: TakenWaiter;
  readonly answer: WaitedAnswer;
}

const readOutcomes = async (
  writers: pg.Pool,
  waiting: readonly Waiting[],
): Promise<ReadonlyMap<string, Outcome>> => {
  const outcomes = await findOutcomes(
    writers,
    waiting.map(({ companyId, messageId }) => ({ companyId, id: messageId })),
  );
  return new Map(
    outcomes.map(({ id, status, failure, is_held_back: isHeldBack }) => [
      id,
      { status, failure, isHeldBack },
    ]),
  );
};

const sent: Outcome = { status: 'sent', failure: null };

/** `areSent`: all of these are known to be committed as sent. */
export const answerWaiters = async (
  writers: pg.Pool,
  waiters: Waiters,
  messageIds: readonly string[],
  areSent = false,
): Promise<void> => {
  const waiting = messageIds.flatMap((id) => waiters.peek(id) ?? []);
  if (waiting.length === 0) return;
  const outcomeById = areSent ? null : await readOutcomes(writers, waiting);
  // Waiters are taken only now: one taken while the table is read would miss an outcome that this process settles meanwhile.
  const answered = waiting.flatMap(({ messageId, toAnswer }): Answered[] => {
    const outcome = outcomeById ? outcomeById.get(messageId) : sent;
    const answer = outcome ? toAnswer(outcome) : null;
    const waiter = answer ? waiters.take(messageId) : null;
    return answer && waiter ? [{ waiter, answer }] : [];
  });
  if (answered.length === 0) return;
  try {
    const answers = answered.map(({ answer }) => answer);
    await answerRequests(writers, answers);
    for (const { waiter, answer } of answered) waiter.resolve(answer);
  } finally {
    // Resolved waiters are gone; the others keep waiting.
    for (const { waiter } of answered) waiter.giveBack();
  }
};
