// How often a caller may try to get in. Counted per address, and per account: few tries from one network, more from all
// of them together, so that a stranger who guesses does not lock the owner out at once.

import { AppError } from '../platform/errors.ts';
import { callerNetwork } from '../platform/http/caller-network.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';

export interface SignInThrottle {
  /** Throws when this address has tried too often. */
  checkAddress(source: string): void;
  /** Throws when this account was tried too often. */
  checkAccount(email: string, source: string): void;
}

export interface SignInTries {
  /** For one account from one network. */
  readonly perAccount: number;
  readonly perAddress: number;
}

const windowSeconds = 900;
const networksFactor = 10;

export const createSignInThrottle = ({ perAccount, perAddress }: SignInTries): SignInThrottle => {
  const limiter = createRateLimiter(windowSeconds);

  const check = (key: string, limit: number): void => {
    const decision = limiter.take(key, limit, Date.now());
    if (decision.allowed) return;
    throw new AppError('rate_limited', {
      detail:
        'There were too many tries to sign in. Wait a little, or use the link for a forgotten password.',
      retryAfterSeconds: decision.retryAfterSeconds,
    });
  };

  return {
    checkAddress: (source) => check(`address ${callerNetwork(source)}`, perAddress),
    checkAccount(email, source) {
      check(`account ${email} ${callerNetwork(source)}`, perAccount);
      check(`account ${email}`, perAccount * networksFactor);
    },
  };
};
