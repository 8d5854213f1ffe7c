import type { RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';
import { describe, expect, it } from 'vitest';
import { type RetryResult, runRetries } from './run-retries.ts';

const requests = ['req_3', 'req_1', 'req_2', 'req_5', 'req_4'].map((id) => ({ id }) as RequestSummary);
const answerTo = (id: string): RetryAnswer => ({
  request_id: `${id}-new`,
  retry_of: id,
  status: 200,
  answer: {},
});

describe('running several requests again', () => {
  it('begins with the oldest, runs each once and never more than three at a time', async () => {
    const begun: string[] = [];
    let running = 0;
    let most = 0;
    await runRetries(
      requests,
      async (id) => {
        begun.push(id);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        return answerTo(id);
      },
      () => undefined,
    );
    expect(begun).toEqual(['req_1', 'req_2', 'req_3', 'req_4', 'req_5']);
    expect(most).toBe(3);
  });

  it('goes on after one that is refused, and says so of that one', async () => {
    const results: RetryResult[] = [];
    const refusal = new Error('no');
    await runRetries(
      requests,
      (id) => (id === 'req_2' ? Promise.reject(refusal) : Promise.resolve(answerTo(id))),
      (result) => results.push(result),
    );
    expect(results).toHaveLength(5);
    expect(results.filter(({ kind }) => kind === 'refused')).toEqual([
      { kind: 'refused', request: { id: 'req_2' }, error: refusal },
    ]);
  });
});
