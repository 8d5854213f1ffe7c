// A refusal below 500 that is not in the provider's words: of a proxy, of a wrong address, or one that broke off.

import type { OutgoingResult } from '../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../platform/outgoing-http/retry-after.ts';
import { type Rule, rule } from './cloud-api/playbook.ts';
import { toOutcome } from './cloud-api/verdicts.ts';
import { ownFailure } from './own-failure.ts';
import type { SendOutcome } from './provider.ts';

const newCredentials = 'Correct the credentials of the sender.';
const fixMessage = 'Shorten the message and send it again.';

const findForeignRule = (title: string, httpStatus: number): Rule => {
  if (httpStatus === 401) return rule('suspend', 'The credentials are not accepted.', newCredentials);
  if (httpStatus === 413)
    return rule('reject', `The message is too long for the way to ${title}.`, fixMessage);
  return rule(
    'slow_down',
    `The refusal is not in the words of ${title}.`,
    `Check the base address and what stands between this machine and ${title}; it is tried again by itself.`,
    60,
  );
};

export const toForeignOutcome = (
  title: string,
  { status, headers }: Extract<OutgoingResult, { kind: 'answered' }>,
): SendOutcome => {
  const found = findForeignRule(title, status);
  const failure = ownFailure(`http_${status}`, `HTTP ${status}`, found.cause, found.action);
  return toOutcome(found, failure, readRetryAfter(headers));
};
