// Whether to try again, and when: arithmetic only. A request is repeated when that cannot do anything twice, and never
// sooner than the gateway asked for.

import { HudhudConnectionError, HudhudError } from './errors.ts';

const firstDelayMs = 250;
const longestDelayMs = 20_000;

/** Refused before anything was done, so that any request may be retried. */
const neverDone = new Set<string>(['rate_limited', 'overloaded', 'idempotency_in_progress']);
const passing = new Set([429, 500, 502, 503, 504]);

/** No byte of the request left this machine. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause);
};

/** `isRepeatable`: doing it twice is doing it once, by its method or by its idempotency key. */
export const isWorthRetrying = (error: unknown, isRepeatable: boolean): boolean => {
  if (error instanceof HudhudError) {
    // With a message id the request was done; its answer would only be the same again.
    if (error.messageId !== undefined) return false;
    return neverDone.has(error.code) || (isRepeatable && passing.has(error.status));
  }
  if (error instanceof HudhudConnectionError) return isRepeatable || neverLeft.has(codeOf(error.cause));
  return false;
};

/** Doubles from a quarter of a second, with chance in it so that many clients do not come back at once. */
export const retryDelayMs = (attempt: number, error: unknown, random: () => number = Math.random): number => {
  const grown = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  const own = grown / 2 + (grown / 2) * random();
  const asked = error instanceof HudhudError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(own, asked);
};

/** `Retry-After` in seconds, from seconds or from a date. */
export const readRetryAfter = (header: string | null, now: number): number | undefined => {
  if (!header) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
};
