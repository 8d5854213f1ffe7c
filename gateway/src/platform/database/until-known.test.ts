import { describe, expect, it } from 'vitest';
import { untilKnown } from './until-known.ts';

const failing = (...codes: string[]) => {
  let calls = 0;
  return {
    work: async () => {
      const code = codes[calls];
      calls += 1;
      if (code !== undefined) throw Object.assign(new Error(`failed with ${code}`), { code });
      return 'done';
    },
    get calls() {
      return calls;
    },
  };
};

const soon = () => performance.now() + 10_000;

describe('untilKnown', () => {
  it.each([
    ['a database that is away', 'ECONNREFUSED'],
    ['a connection that was ended', '57P01'],
    ['a deadlock', '40P01'],
    ['a failed serialization', '40001'],
  ])('does the work again after %s', async (_name, code) => {
    const { work } = failing(code, code);
    expect(await untilKnown(soon(), work)).toBe('done');
  });

  it('passes to the work whether it may have been done before', async () => {
    const repeated: boolean[] = [];
    const { work } = failing('ECONNREFUSED', '40P01');
    await untilKnown(soon(), (isRepeated) => {
      repeated.push(isRepeated);
      return work();
    });
    expect(repeated).toEqual([false, true, true]);
  });

  it('takes a first try that finds its rows for a repeated one, once', async () => {
    const found = failing('23505');
    expect(await untilKnown(soon(), found.work)).toBe('done');
    const refused = failing('23505', '23505');
    await expect(untilKnown(soon(), refused.work)).rejects.toThrow('23505');
    expect(refused.calls).toBe(2);
  });

  it('does not repeat work that was refused for what it is', async () => {
    const refused = failing('22P02');
    await expect(untilKnown(soon(), refused.work)).rejects.toThrow('22P02');
    expect(refused.calls).toBe(1);
  });

  it('gives up after its time limit, but tries at least once', async () => {
    const away = failing(...Array<string>(100).fill('ECONNREFUSED'));
    await expect(untilKnown(performance.now() - 1, away.work)).rejects.toThrow('ECONNREFUSED');
    expect(away.calls).toBe(1);
  });
});
