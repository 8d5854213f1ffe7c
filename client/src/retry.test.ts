import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HudhudConnectionError, HudhudError } from './errors.ts';
import { isWorthRetrying, readRetryAfter, retryDelayMs } from './retry.ts';

const refused = (status: number, code: string, more = {}) =>
  new HudhudError(status, { code: code as 'rate_limited', ...more });
const unreached = (code: string) =>
  new HudhudConnectionError('x', {
    cause: new TypeError('fetch failed', { cause: { code } }),
    isTimeout: false,
  });

describe('whether to try again', () => {
  it.each([
    ['a full gateway', refused(503, 'overloaded'), true, true],
    ['too many requests', refused(429, 'rate_limited'), true, true],
    ['the same key still under way', refused(409, 'idempotency_in_progress'), true, true],
    ['a gateway that fails', refused(500, 'internal_error'), true, false],
    ['a proxy without a gateway', refused(502, 'unknown'), true, false],
    ['a line that broke', unreached('ECONNRESET'), true, false],
    ['a gateway that does not listen', unreached('ECONNREFUSED'), true, true],
    ['a bad request', refused(422, 'invalid_phone_number'), false, false],
    ['wrong credentials', refused(401, 'invalid_credentials'), false, false],
    ['an error of our own', new TypeError('x'), false, false],
  ])('%s', (_, error, whenRepeatable, whenNot) => {
    expect(isWorthRetrying(error, true)).toBe(whenRepeatable);
    expect(isWorthRetrying(error, false)).toBe(whenNot);
  });

  it('leaves a message alone that is stored already', () => {
    expect(isWorthRetrying(refused(502, 'provider_rejected', { message_id: 'msg_1' }), true)).toBe(false);
  });
});

describe('when to try again', () => {
  it('waits longer each time, within bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, chance) => {
          const delay = retryDelayMs(attempt, undefined, () => chance);
          expect(delay).toBeGreaterThanOrEqual(125);
          expect(delay).toBeLessThanOrEqual(20_000);
          expect(retryDelayMs(attempt + 1, undefined, () => chance)).toBeGreaterThanOrEqual(delay);
        },
      ),
    );
  });

  it('never comes back sooner than it was asked to', () => {
    const error = new HudhudError(429, {}, 7);
    expect(retryDelayMs(1, error)).toBe(7_000);
  });

  it.each([
    ['nothing', null, undefined],
    ['seconds', '3', 3],
    ['a date', 'Sun, 15 Nov 2026 09:00:10 GMT', 10],
    ['a date that is over', 'Sun, 15 Nov 2026 08:00:00 GMT', 0],
    ['nonsense', 'soon', undefined],
  ])('reads %s in Retry-After', (_, header, expected) => {
    expect(readRetryAfter(header, Date.parse('2026-11-15T09:00:00Z'))).toBe(expected);
  });
});
