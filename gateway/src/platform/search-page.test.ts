import { describe, expect, it } from 'vitest';
import type { Reach } from './database/measure-rows.ts';
import { firstUuidAt } from './ids.ts';
import { type IdRange, readNewestFirst, spansOf, toIdRange } from './paging.ts';
import { searchPage } from './search-page.ts';

const day = 86_400_000;
const now = Date.now();

/** One row a day, newest first. */
const rows = Array.from({ length: 200 }, (_, ago) => ({ id: firstUuidAt(now - ago * day - 1), ago }));
const within = ({ from, below }: IdRange) => rows.filter(({ id }) => id >= from && id < below);
const measure = (range: IdRange, rowsMax: number): Promise<Reach> => {
  const found = within(range).slice(0, rowsMax);
  return Promise.resolve({ count: found.length, edge: found.at(-1)?.id ?? null });
};

const watch = (isWanted: (ago: number) => boolean) => {
  const ranges: IdRange[] = [];
  const read = (range: IdRange) => {
    ranges.push(range);
    return Promise.resolve(
      within(range)
        .filter(({ ago }) => isWanted(ago))
        .slice(0, range.limit + 1),
    );
  };
  return { ranges, read };
};

describe('a range', () => {
  it('is cut into parts that follow each other without a gap, newest first', () => {
    const range = toIdRange('messages', {});
    const spans = spansOf(range);
    expect(spans.length).toBeGreaterThan(2);
    expect(spans[0]?.below).toBe(range.below);
    expect(spans.at(-1)?.from).toBe(range.from);
    for (const [index, span] of spans.entries()) {
      if (index > 0) expect(span.below).toBe(spans[index - 1]?.from);
    }
  });

  it('that is short is one part', () => {
    const range = toIdRange('messages', { since: new Date(now - day).toISOString() });
    expect(spansOf(range)).toEqual([range]);
  });

  it('is read no further than to a full page, and whole when there is none', async () => {
    const dense = watch(() => true);
    const page = await readNewestFirst(toIdRange('messages', { limit: 2 }), dense.read);
    expect(page.map(({ ago }) => ago)).toEqual([0, 1, 2]);
    expect(dense.ranges).toHaveLength(1);
    const sparse = watch((ago) => ago % 50 === 0);
    const all = await readNewestFirst(toIdRange('messages', { limit: 10 }), sparse.read);
    expect(all.map(({ ago }) => ago)).toEqual([0, 50, 100, 150]);
  });
});

describe('a search', () => {
  const search = (isWanted: (ago: number) => boolean, rowsMax: number, cursor?: string) =>
    searchPage({
      list: 'messages',
      range: toIdRange('messages', { limit: 10, ...(cursor !== undefined && { cursor }) }),
      rowsMax,
      measure,
      read: watch(isWanted).read,
      present: ({ ago }) => ago,
    });

  it('reads so many rows a page, and comes to everything by its cursors', async () => {
    const found: number[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await search((ago) => ago === 5 || ago === 150, 60, cursor);
      found.push(...page.data);
      cursor = page.next_cursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(found).toEqual([5, 150]);
    expect(pages).toBe(4);
  });

  it('ends with the range when that has fewer rows', async () => {
    expect(await search((ago) => ago === 199, 1_000)).toEqual({ data: [199], next_cursor: null });
  });
});
