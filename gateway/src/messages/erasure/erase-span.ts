// Takes a person out of the messages of a span of time: texts, names, numbers, what the provider sent, and the bodies of
// requests and calls about them. Doing it twice does no harm.

import type pg from 'pg';
import {
  blankCalls,
  blankEvents,
  blankMessages,
  blankRecipients,
  blankRequests,
  blankStatuses,
  type ErasureSpan,
  maskPaths,
} from './queries.ts';

const shownDigits = 4;

const maskNumber = (phoneNumber: string): string =>
  `+${'*'.repeat(Math.max(0, phoneNumber.length - 1 - shownDigits))}${phoneNumber.slice(-shownDigits)}`;

/** Answers how many messages were theirs. */
export const eraseMessages = async (
  pool: pg.Pool,
  person: { readonly companyId: string; readonly phoneNumber: string },
  fromId: string,
  belowId: string,
): Promise<number> => {
  const span: ErasureSpan = { ...person, masked: maskNumber(person.phoneNumber), fromId, belowId };
  const messages = await blankMessages(pool, span);
  const ids = messages.map(({ id }) => id);
  await blankStatuses(pool, span.companyId, ids);
  await blankRequests(
    pool,
    span,
    messages.flatMap(({ request_id: id }) => id ?? []),
  );
  await maskPaths(pool, span);
  await blankCalls(pool, span, ids);
  await blankEvents(pool, span);
  await blankRecipients(pool, span);
  return messages.length;
};
