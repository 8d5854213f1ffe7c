import { describe, expect, it } from 'vitest';
import { createEffort } from './effort.ts';

const makeScene = () => {
  let now = 0;
  const effort = createEffort(() => now);
  return {
    effort,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    attempt(milliseconds: number, isTaken: boolean) {
      effort.begin('a');
      now += milliseconds;
      effort.end('a', isTaken);
    },
  };
};

describe('the effort for a webhook', () => {
  it('begins small and doubles with every success, up to what the webhook allows', () => {
    const { effort, attempt } = makeScene();
    const earned = [effort.earned(10)];
    for (let index = 0; index < 4; index += 1) {
      attempt(5, true);
      earned.push(effort.earned(10));
    }
    expect(earned).toEqual([2, 4, 8, 10, 10]);
  });

  it('is small again after a timeout, but not after a quick refusal', () => {
    const { effort, attempt } = makeScene();
    for (let index = 0; index < 5; index += 1) attempt(5, true);
    attempt(5, false);
    expect(effort.earned(10)).toBe(10);
    attempt(15_000, false);
    expect(effort.earned(10)).toBe(2);
  });

  it('calls a webhook slow as soon as one has been under way for long', () => {
    const { effort, pass } = makeScene();
    effort.begin('b');
    expect(effort.isSlow).toBe(false);
    pass(1_001);
    expect(effort.isSlow).toBe(true);
    effort.end('b', true);
    expect([effort.isSlow, effort.inFlight]).toEqual([false, 0]);
  });

  it('reports how many deliveries one socket makes in a second', () => {
    const { effort, attempt } = makeScene();
    expect(effort.perSecond).toBe(1_000);
    for (let index = 0; index < 50; index += 1) attempt(250, true);
    expect(effort.perSecond).toBeCloseTo(4, 2);
  });
});
