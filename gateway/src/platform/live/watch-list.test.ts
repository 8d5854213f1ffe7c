import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newUuid } from '../ids.ts';
import { createLog } from '../log.ts';
import type { LiveList } from './live-list.ts';
import { createLiveWakes } from './wakes.ts';
import { createListWatch, type News } from './watch-list.ts';

/** A table in memory, with a count of how often it was asked. */
const createTable = () => {
  const rows: { id: string; word: string }[] = [];
  const asked = { ids: 0, rows: 0 };
  const list: LiveList<{ word?: string }> = {
    kind: 'request',
    readIds: async (_companyId, from, idsMax) => {
      asked.ids += 1;
      const ids = rows.map(({ id }) => id).filter((id) => id >= from);
      return ids.toSorted().reverse().slice(0, idsMax);
    },
    readRows: async (_companyId, ids, { word }) => {
      asked.rows += 1;
      return rows
        .filter(({ id }) => ids.includes(id))
        .filter((row) => word === undefined || row.word === word)
        .map((row) => ({ id: row.id, item: row }));
    },
  };
  const write = (word: string, id = newUuid()): void => void rows.push({ id, word });
  return { list, asked, write };
};

const log = createLog('silent');
const wakes = createLiveWakes({ log, notify: async () => undefined });
const options = { log, wakes };
const commit = (companyId = 'a company'): void => wakes.committed([companyId], (id) => id);
const wordsOf = (received: readonly News[]): string[] =>
  received.flatMap(({ events }) => events).map(({ text }) => /"word":"(\w+)"/.exec(text)?.[1] ?? '');

describe('the watch over a list', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('asks once for all followers of a company, slowly while nothing is committed, and not at all for no one', async () => {
    const { list, asked } = createTable();
    const watch = createListWatch(list, options);
    await pass(10_000);
    expect(asked.ids).toBe(0);
    const followers = await Promise.all(
      Array.from({ length: 300 }, () => watch.follow('a company', {}, () => undefined)),
    );
    expect(asked.ids).toBe(1);
    await pass(10_000);
    expect(asked.ids).toBeGreaterThan(3);
    expect(asked.ids).toBeLessThan(8);
    expect(asked.rows).toBe(0);
    for (const { leave } of followers) leave();
    const before = asked.ids;
    commit();
    await pass(10_000);
    expect(asked.ids).toBe(before);
  });

  it('is woken by a commit of its company, at once and by no other', async () => {
    const { list, asked, write } = createTable();
    const watch = createListWatch(list, options);
    const received: News[][] = Array.from({ length: 300 }, () => []);
    const followers = [];
    for (const one of received) followers.push(await watch.follow('a company', {}, (news) => one.push(news)));
    write('red');
    commit('another company');
    await pass(100);
    expect(asked.ids).toBe(1);
    commit();
    await pass(2);
    expect(asked).toEqual({ ids: 2, rows: 1 });
    expect(received.every((one) => wordsOf(one).join() === 'red')).toBe(true);
    for (const { leave } of followers) leave();
  });

  it('looks at most twenty times in a second, however many commits there are, and misses none', async () => {
    const { list, asked, write } = createTable();
    const watch = createListWatch(list, options);
    const received: News[] = [];
    const { leave } = await watch.follow('a company', {}, (news) => received.push(news));
    for (let commits = 0; commits < 1_000; commits += 1) {
      write('many');
      commit();
      await pass(1);
    }
    await pass(60);
    expect(wordsOf(received)).toHaveLength(1_000);
    expect(asked.ids).toBeLessThan(25);
    leave();
  });

  it('finds by its poll what no one announced', async () => {
    const { list, write } = createTable();
    const watch = createListWatch(list, options);
    const received: News[] = [];
    const { leave } = await watch.follow('a company', {}, (news) => received.push(news));
    write('silent');
    await pass(1_900);
    expect(received).toEqual([]);
    await pass(200);
    expect(wordsOf(received)).toEqual(['silent']);
    leave();
  });

  it('reads new rows once for all who follow by the same filter', async () => {
    const { list, asked, write } = createTable();
    const watch = createListWatch(list, options);
    const received: News[][] = [[], [], []];
    const filters = [{}, {}, { word: 'blue' }];
    for (const [index, filter] of filters.entries()) {
      await watch.follow('a company', filter, (news) => received[index]?.push(news));
    }
    write('red');
    write('blue');
    commit();
    await pass(60);
    expect(asked.rows).toBe(2);
    expect(received.map(wordsOf)).toEqual([['red', 'blue'], ['red', 'blue'], ['blue']]);
  });

  it('does not emit rows that were there before, and emits later a row that could not be read', async () => {
    const { list, write } = createTable();
    write('old');
    let isBroken = false;
    const readRows: typeof list.readRows = (...words) =>
      isBroken ? Promise.reject(new Error('away')) : list.readRows(...words);
    const watch = createListWatch({ ...list, readRows }, options);
    const received: News[] = [];
    await watch.follow('a company', {}, (news) => received.push(news));
    isBroken = true;
    write('new');
    commit();
    await pass(1_600);
    expect(received).toEqual([]);
    isBroken = false;
    commit();
    await pass(60);
    expect(wordsOf(received)).toEqual(['new']);
  });

  it('says that rows are missing when more come than can be read', async () => {
    const { list, write } = createTable();
    const watch = createListWatch(list, options);
    const received: News[] = [];
    await watch.follow('a company', {}, (news) => received.push(news));
    for (let row = 0; row < 600; row += 1) write('many');
    commit();
    await pass(60);
    expect(wordsOf(received)).toHaveLength(500);
    expect(received[0]?.isCut).toBe(true);
  });
});
