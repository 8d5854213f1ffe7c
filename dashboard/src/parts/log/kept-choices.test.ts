import { describe, expect, it } from 'vitest';
import { readSaved, withSaved } from './kept-choices.ts';

describe('filters that were saved', () => {
  it('are read back, and what is no filter is left out', () => {
    const good = { name: 'Failed sends', filters: { outcome: 'failed' } };
    expect(readSaved([good, { name: 3, filters: {} }, { name: 'x', filters: { a: 1 } }, null])).toEqual([
      good,
    ]);
    expect(readSaved({ name: 'x' })).toEqual([]);
  });

  it('are replaced by one of the same name, and kept up to a bound', () => {
    const all = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, filters: {} }));
    const next = withSaved(all, { name: 'f29', filters: { text: 'a' } });
    expect(next).toHaveLength(30);
    expect(next[0]).toEqual({ name: 'f29', filters: { text: 'a' } });
    expect(withSaved(all, { name: 'new', filters: {} })).toHaveLength(30);
  });
});
