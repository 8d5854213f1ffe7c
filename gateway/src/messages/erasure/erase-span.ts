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

/** A number keeps its last digits, so that people can tell two erased ones apart; a user id keeps nothing. */
const mask = (address: string): string =>
  address.startsWith('+')
    ? `+${'*'.repeat(Math.max(0, address.length - 1 - shownDigits))}${address.slice(-shownDigits)}`
    : '*'.repeat(shownDigits);

/** Answers how many messages were theirs. */
export const eraseMessages = async (
  pool: pg.Pool,
  { companyId, addresses }: { readonly companyId: string; readonly addresses: readonly string[] },
  fromId: string,
  belowId: string,
): Promise<number> => {
  let erased = 0;
  for (const address of addresses) {
    erased += await eraseAddress(pool, { companyId, address, masked: mask(address), fromId, belowId });
  }
  return erased;
};

const eraseAddress = async (pool: pg.Pool, span: ErasureSpan): Promise<number> => {
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
