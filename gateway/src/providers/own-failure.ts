// A failure in words of ours, where the provider gave none.

import type { Failure } from '@hudhud/contract/failure.ts';

export const ownFailure = (code: string, detail: string, cause: string, action: string): Failure => ({
  code,
  title: cause,
  detail,
  cause,
  action,
});

/** The advice for a failure that the gateway retries by itself. */
export const byItself = 'Nothing: it is tried again by itself.';
