import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallbackStatus, StatusVerdict } from '../../providers/callback.ts';
import { fateOf } from './retry-after-failure.ts';

const failure = { code: '1', title: 'T', detail: 'D', cause: 'C', action: 'It is tried again.' };

const failed = (verdict?: StatusVerdict): CallbackStatus => ({
  providerMessageId: 'a',
  status: 'failed',
  at: new Date(),
  recipient: null,
  echo: null,
  failure,
  ...(verdict && { verdict }),
  raw: {},
});

describe('a failed status', () => {
  it.each<[string, StatusVerdict | undefined]>([
    ['nothing', undefined],
    ['that it is rejected', { kind: 'rejected' }],
    ['that the person has opted out', { kind: 'opted_out' }],
  ])('fails it for good when the provider says %s', (_what, verdict) => {
    expect(fateOf(failed(verdict))).toEqual({ failure, retry: null });
  });

  it('gives a reason where the provider gives none', () => {
    expect(fateOf({ ...failed(), failure: null }).failure).toMatchObject({ code: 'no_reason' });
  });

  it('sends it again when the failure passes, and never says so when it is not', () => {
    const fate = fateOf(failed({ kind: 'retry', scope: 'message', afterSeconds: null }));
    expect(fate.retry?.failure.action).toBe('It is tried again.');
    expect(fate.failure?.action).toBe('It is not tried again by itself. Send it again later.');
  });

  it('waits at least as long as the provider asks for, and half a minute', () => {
    const asked = fc.option(fc.integer({ min: 0, max: 3_600 }));
    fc.assert(
      fc.property(asked, fc.double({ min: 0, max: 1, noNaN: true }), (afterSeconds, chance) => {
        const verdict = { kind: 'retry', scope: 'sender', afterSeconds } as const;
        const seconds = fateOf(failed(verdict), () => chance).retry?.seconds ?? 0;
        expect(seconds).toBeGreaterThanOrEqual(Math.max(30, afterSeconds ?? 0));
        expect(seconds).toBeLessThanOrEqual(Math.max(30, afterSeconds ?? 0) * 1.2);
      }),
    );
  });

  it('keeps it for the time after a suspension', () => {
    expect(fateOf(failed({ kind: 'suspended' }))).toMatchObject({ failure, retry: { failure } });
  });

  it('leaves every other status alone', () => {
    expect(fateOf({ ...failed(), status: 'sent', failure: null })).toEqual({ failure: null, retry: null });
  });
});
