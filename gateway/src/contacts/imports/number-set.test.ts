import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberSet } from './number-set.ts';

describe('the numbers of a file', () => {
  it('are known again with the line where they first stood', () => {
    const digits = fc.stringMatching(/^[1-9]\d{4,14}$/);
    fc.assert(
      fc.property(fc.array(digits, { maxLength: 3_000 }), (numbers) => {
        const set = createNumberSet();
        const known = new Map<string, number>();
        numbers.forEach((number, index) => {
          expect(set.add(`+${number}`, index + 1)).toBe(known.get(number) ?? null);
          if (!known.has(number)) known.set(number, index + 1);
        });
        expect(set.size).toBe(known.size);
      }),
      { numRuns: 50 },
    );
  });

  it('of one country are found without a long search', () => {
    const set = createNumberSet();
    const begun = performance.now();
    for (let index = 0; index < 300_000; index += 1)
      set.add(`+9665${String(index).padStart(8, '0')}`, index + 1);
    expect(set.size).toBe(300_000);
    expect(set.add('+966500000007', 1)).toBe(8);
    // A bad spread takes minutes.
    expect(performance.now() - begun, 'in time').toBeLessThan(10_000);
  });
});
