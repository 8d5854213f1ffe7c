import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { firstUuidAt, newUuid } from './ids.ts';
import { encodeCursor, toIdRange, toPage } from './paging.ts';

const list = 'messages';
const uuid = fc.uuid();

describe('a cursor', () => {
  it('leads to the ids below the one it was made from', () => {
    fc.assert(
      fc.property(uuid, (id) => {
        const range = toIdRange(list, { cursor: encodeCursor(list, id) });
        expect(range.below).toBe(id);
      }),
    );
  });

  it('fits into a query as it is', () => {
    fc.assert(
      fc.property(uuid, (id) => {
        expect(encodeCursor(list, id)).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
      }),
    );
  });

  it('is refused by another list', () => {
    fc.assert(
      fc.property(uuid, (id) => {
        expect(() => toIdRange('requests', { cursor: encodeCursor(list, id) })).toThrow(AppError);
      }),
    );
  });

  it('is refused, and nothing else happens, when it is any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (cursor) => {
        expect(() => toIdRange(list, { cursor })).toThrow(
          expect.objectContaining({ code: 'invalid_cursor' }),
        );
      }),
    );
  });

  it('is refused when a part of it is missing or added', () => {
    fc.assert(
      fc.property(
        uuid,
        fc.integer({ min: 1, max: 40 }),
        fc.base64String({ minLength: 4 }),
        (id, cut, more) => {
          const cursor = encodeCursor(list, id);
          expect(() => toIdRange(list, { cursor: cursor.slice(0, -cut) })).toThrow(AppError);
          expect(() => toIdRange(list, { cursor: cursor + more })).toThrow(AppError);
        },
      ),
    );
  });
});

describe('a range of time', () => {
  it('is a range of ids', () => {
    const query = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T03:00:00+03:00' };
    expect(toIdRange(list, query)).toEqual({
      from: firstUuidAt(Date.UTC(2026, 0, 1)),
      below: firstUuidAt(Date.UTC(2026, 0, 2)),
      limit: 50,
    });
  });

  it('is everything when it is left out', () => {
    const { from, below } = toIdRange(list, {});
    const id = newUuid();
    expect([from < id, id < below]).toEqual([true, true]);
  });

  it('ends at the cursor or at its own end, whichever is earlier', () => {
    const [early, late] = [firstUuidAt(1_000), firstUuidAt(9_000)];
    const until = new Date(5_000).toISOString();
    expect(toIdRange(list, { until, cursor: encodeCursor(list, early) }).below).toBe(early);
    expect(toIdRange(list, { until, cursor: encodeCursor(list, late) }).below).toBe(firstUuidAt(5_000));
  });

  it('is refused when no moment has that name', () => {
    for (const since of ['2026-12-31T23:59:60Z', '2026-01-01T00:00:00+03', 'nonsense']) {
      expect(() => toIdRange(list, { since })).toThrow(expect.objectContaining({ code: 'invalid_value' }));
    }
  });
});

describe('a page', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `id-${index}` }));

  it('has no next one when there was no row more than the limit', () => {
    expect(toPage(list, rowsOf(3), 3, ({ id }) => id)).toEqual({
      data: ['id-0', 'id-1', 'id-2'],
      next_cursor: null,
    });
    expect(toPage(list, [], 3, String)).toEqual({ data: [], next_cursor: null });
  });

  it('leads on from its last row when there was one more', () => {
    expect(toPage(list, rowsOf(4), 3, ({ id }) => id)).toEqual({
      data: ['id-0', 'id-1', 'id-2'],
      next_cursor: encodeCursor(list, 'id-2'),
    });
  });

  it('after page reaches every row once, whatever the limit', () => {
    fc.assert(
      fc.property(fc.uniqueArray(uuid, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (ids, limit) => {
        const stored = [...ids].sort().reverse();
        const seen: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const range = toIdRange(list, { limit, ...(cursor !== undefined && { cursor }) });
          const rows = stored.filter((id) => id >= range.from && id < range.below).slice(0, limit + 1);
          const page: { data: string[]; next_cursor: string | null } = toPage(
            list,
            rows.map((id) => ({ id })),
            range.limit,
            ({ id }) => id,
          );
          seen.push(...page.data);
          cursor = page.next_cursor;
        }
        expect(seen).toEqual(stored);
      }),
    );
  });
});
