import { errorCatalogue } from '@hudhud/contract/errors.ts';
import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { describe, expect, it } from 'vitest';
import { canSucceed, countHopeless } from './is-worth-retrying.ts';

const failed = (error_code: string | null) => ({ error_code }) as RequestSummary;

describe('a bulk retry', () => {
  it('leaves out what is refused again as it is, counted by code', () => {
    const chosen = ['invalid_phone_number', 'sender_missing', 'text_empty', 'invalid_phone_number'].map(
      failed,
    );
    expect(chosen.filter(canSucceed)).toEqual([failed('sender_missing')]);
    expect(countHopeless(chosen)).toEqual([
      { code: 'invalid_phone_number', count: 2 },
      { code: 'text_empty', count: 1 },
    ]);
  });

  it('tries everything that may have changed meanwhile, and every fault of a server', () => {
    const hopeless = Object.keys(errorCatalogue).filter((code) => !canSucceed(failed(code)));
    const statuses = new Set(
      hopeless.map((code) => errorCatalogue[code as keyof typeof errorCatalogue].status),
    );
    expect([...statuses].sort()).toEqual([400, 404, 413, 415, 422]);
    expect(
      ['trial_expired', 'recipient_opted_out', 'rate_limited', 'template_paused'].every((code) =>
        canSucceed(failed(code)),
      ),
    ).toBe(true);
    expect(canSucceed(failed(null))).toBe(true);
  });
});
