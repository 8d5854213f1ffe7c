import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoize } from './memo.ts';

describe('a function that remembers', () => {
  it('computes a text once', () => {
    let computed = 0;
    const length = memoize(10, (text) => {
      computed += 1;
      return text.length;
    });
    expect([length('abc'), length('abc'), length('')]).toEqual([3, 3, 0]);
    expect(computed).toBe(2);
  });

  it('remembers also that there is nothing', () => {
    let computed = 0;
    const nothing = memoize(10, () => {
      computed += 1;
      return null;
    });
    expect([nothing('a'), nothing('a')]).toEqual([null, null]);
    expect(computed).toBe(1);
  });

  it('answers as the function itself, however many texts it has seen', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 5 }), (texts, entriesMax) => {
        const remembered = memoize(entriesMax, (text) => `<${text}>`);
        expect(texts.map(remembered)).toEqual(texts.map((text) => `<${text}>`));
      }),
    );
  });
});
