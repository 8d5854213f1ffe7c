import { describe, expect, it } from 'vitest';
import { readRateLimit } from './rate-limit.ts';

describe('the rate limit of an answer', () => {
  it('is read from its two headers', () => {
    const headers = new Headers({
      RateLimit: '"company";r=999;t=1',
      'RateLimit-Policy': '"company";q=1000;w=60',
    });
    expect(readRateLimit(headers)).toEqual({
      limit: 1000,
      windowSeconds: 60,
      remaining: 999,
      resetSeconds: 1,
    });
  });

  it('is unknown when a proxy has taken them away', () => {
    expect(readRateLimit(new Headers({ RateLimit: '"company";r=999;t=1' }))).toBeNull();
    expect(readRateLimit(new Headers())).toBeNull();
  });
});
