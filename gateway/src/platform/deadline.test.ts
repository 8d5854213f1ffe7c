import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.ts';

describe('a deadline', () => {
  it('waits for work that ends in time', async () => {
    let isOver = false;
    const work = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
      isOver = true;
    });
    await new Deadline(10_000).within(work);
    expect(isOver).toBe(true);
  });

  it('leaves work that takes longer', async () => {
    const never = new Promise<void>(() => undefined);
    const deadline = new Deadline(20);
    await deadline.within(never);
    expect(deadline.millisecondsLeft).toBeLessThan(5);
    await deadline.within(never);
  });

  it('passes a failure on', async () => {
    await expect(new Deadline(10_000).within(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
