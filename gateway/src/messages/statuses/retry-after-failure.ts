// The effect of a `failed` status on its message. Many failures come after the provider has accepted the message, and some
// of them are temporary: then it is retried, a few times. The provider itself has said that this attempt did not arrive, so
// the person does not get it twice.

import type { CallbackStatus } from '../../providers/callback.ts';
import type { Failure } from '../../providers/provider.ts';

/** How often one message is sent again because of such a status; after that it has failed. */
export const retriesMax = 3;

/** The provider's own queues need longer to recover than a refused connection does. */
const shortestSeconds = 30;
/** By then every process knows that the sender is suspended, and the message waits with the others. */
const suspendedSeconds = 60;
const jitterShare = 0.2;

const noReason: Failure = {
  code: 'no_reason',
  title: 'The provider gave no reason',
  detail: '',
  cause: 'The provider says that the message failed, and not why.',
  action: "Look at the message in the provider's own console, or send it again.",
};

const notAgain = 'It is not tried again by itself. Send it again later.';

export interface FailureFate {
  /** Shown when the message has failed for good. */
  readonly failure: Failure | null;
  /** Shown while it waits for the next attempt, and how long it waits. */
  readonly retry: { readonly failure: Failure; readonly seconds: number } | null;
}

export const fateOf = (status: CallbackStatus, random: () => number = Math.random): FailureFate => {
  if (status.status !== 'failed') return { failure: status.failure, retry: null };
  const failure = status.failure ?? noReason;
  const { verdict } = status;
  if (verdict?.kind === 'retry') {
    const seconds = Math.max(shortestSeconds, verdict.afterSeconds ?? 0) * (1 + jitterShare * random());
    return { failure: { ...failure, action: notAgain }, retry: { failure, seconds } };
  }
  if (verdict?.kind === 'suspended') return { failure, retry: { failure, seconds: suspendedSeconds } };
  return { failure, retry: null };
};
