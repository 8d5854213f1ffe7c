import { describe, expect, it } from 'vitest';
import {
  afterReading,
  type LiveRows,
  liveRowsMax,
  mergeRows,
  noLiveRows,
  receiveRows,
  releaseRows,
  rowsOnScreen,
} from './live-rows.ts';

interface Row {
  readonly id: string;
}

const row = (number: number): Row => ({ id: `req_${String(number).padStart(6, '0')}` });
const rows = (...numbers: number[]): Row[] => numbers.map(row);
const range = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => row(from + index));
const empty: LiveRows<Row> = noLiveRows();

describe('rows that come in live', () => {
  it('are shown newest first above the list, each once', () => {
    const live = receiveRows(empty, rows(5, 4, 6, 5), false);
    expect(rowsOnScreen(live, rows(4, 3, 2))).toEqual(rows(6, 5, 4, 3, 2));
    expect(live.fresh.size).toBe(3);
  });

  it('take their place by time when they come late', () => {
    const live = receiveRows(receiveRows(empty, rows(7, 9), false), rows(8), false);
    expect(live.shown).toEqual(rows(9, 8, 7));
    expect([...live.fresh]).toEqual([row(8).id]);
  });

  it('wait while somebody reads, and are counted', () => {
    const held = receiveRows(receiveRows(empty, rows(5), false), rows(6, 7), true);
    expect(held.shown).toEqual(rows(5));
    expect(held.waitingCount).toBe(2);
    const released = releaseRows(held);
    expect(released.shown).toEqual(rows(7, 6, 5));
    expect(released.waitingCount).toBe(0);
  });

  it('count once also when they are received twice', () => {
    const held = receiveRows(receiveRows(empty, rows(6), true), rows(6, 7), true);
    expect(held.waitingCount).toBe(2);
  });

  it('are kept up to a bound, waiting or shown, and then leave the older list behind', () => {
    const shown = receiveRows(empty, range(0, liveRowsMax + 30), false);
    expect(shown.shown).toHaveLength(liveRowsMax);
    expect(rowsOnScreen(shown, rows(1))).toEqual(shown.shown);
    const held = receiveRows(empty, range(0, 1_000), true);
    expect(held.waiting).toHaveLength(liveRowsMax);
    expect(held.waitingCount).toBe(1_000);
    expect(releaseRows(held)).toMatchObject({ isTrimmed: true, waitingCount: 0 });
    expect(releaseRows(held).shown[0]).toEqual(row(999));
  });

  it('do not slide in one by one when many come at once', () => {
    expect(receiveRows(empty, range(0, 50), false).fresh.size).toBe(0);
  });

  it('make way for the list once it was read again', () => {
    const trimmed = receiveRows(empty, range(0, liveRowsMax + 5), false);
    const newest = row(liveRowsMax + 2);
    const after = afterReading(trimmed, newest.id);
    expect(after).toMatchObject({ isTrimmed: false, shown: rows(liveRowsMax + 4, liveRowsMax + 3) });
  });
});

describe('two lists in one', () => {
  it('lose nothing and repeat nothing', () => {
    expect(mergeRows(rows(3, 1), rows(4, 3, 2))).toEqual(rows(4, 3, 2, 1));
    expect(mergeRows([], rows(2, 1))).toEqual(rows(2, 1));
  });
});
