import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

const newBacklog = (mayReturn = false): Backlog<string> => new Backlog<string>({ mayReturn });

describe('a backlog', () => {
  it('knows nothing of its table at first, and everything after it was shown all', () => {
    const backlog = newBacklog();
    expect([backlog.mayHaveRows, backlog.hasSeenAll]).toEqual([true, false]);
    backlog.beginFilling();
    expect([backlog.mayHaveRows, backlog.isFilling]).toEqual([false, true]);
    backlog.endFilling(true);
    expect([backlog.mayHaveRows, backlog.isFilling, backlog.hasSeenAll]).toEqual([false, false, true]);
  });

  it('lets what came during a filling follow what was found', () => {
    const backlog = newBacklog();
    backlog.beginFilling();
    backlog.follow('new', 'new');
    expect(backlog.late).toBe(1);
    expect(backlog.endFilling(true)).toEqual({ following: ['new'], evicted: [] });
    expect(backlog.late).toBe(0);
  });

  it.each([
    ['more waits than was found', false, false],
    ['something was written meanwhile', true, true],
  ])('leaves what came during a filling to the table when %s', (_name, isAll, isDoubted) => {
    const backlog = newBacklog();
    backlog.beginFilling();
    backlog.follow('new', 'new');
    if (isDoubted) backlog.doubt();
    expect(backlog.endFilling(isAll)).toEqual({ following: [], evicted: ['new'] });
    expect(backlog.mayHaveRows).toBe(true);
  });

  it('holds an item that came during a filling until it is evicted', () => {
    const backlog = newBacklog();
    backlog.beginFilling();
    backlog.follow('new', 'new');
    expect([backlog.holds('new'), backlog.size, [...backlog.ids]]).toEqual([true, 1, ['new']]);
    backlog.letGo('new');
    expect([backlog.holds('new'), backlog.size]).toEqual([false, 0]);
    expect(backlog.endFilling(true)).toEqual({ following: [], evicted: [] });
  });
});

describe('of the rows that a reading has found', () => {
  it('items that memory has are not taken again', () => {
    const backlog = newBacklog();
    backlog.hold('held');
    const reading = backlog.beginFilling();
    expect([backlog.lacks('held'), backlog.lacks('new')]).toEqual([false, true]);
    expect([backlog.take(reading, 'held', 'held'), backlog.take(reading, 'new', 'new')]).toEqual([
      null,
      'new',
    ]);
    expect([backlog.take(reading, 'new', 'new'), backlog.holds('new')]).toEqual([null, true]);
  });

  it('one that came meanwhile takes its place among them, and follows them no longer', () => {
    const backlog = newBacklog();
    const reading = backlog.beginFilling();
    for (const id of ['b', 'd']) backlog.follow(id, `${id} itself`);
    expect([backlog.lacks('b'), backlog.size]).toEqual([true, 2]);
    expect(['a', 'b', 'c'].map((id) => backlog.take(reading, id, id))).toEqual(['a', 'b itself', 'c']);
    expect(backlog.endFilling(true)).toEqual({ following: ['d itself'], evicted: [] });
    expect([backlog.size, backlog.holds('d')]).toEqual([3, false]);
  });

  it('one that an earlier reading has brought does not follow as well', () => {
    const backlog = newBacklog();
    backlog.hold('held');
    backlog.beginFilling();
    backlog.follow('held', 'held');
    expect(backlog.endFilling(true).following).toEqual([]);
  });

  it.each([
    ['may return', true],
    ['does not return', false],
  ])('those let go meanwhile are left, and read again where such a row %s', (_name, mayReturn) => {
    const backlog = newBacklog(mayReturn);
    for (const id of ['before', 'meanwhile']) backlog.hold(id);
    backlog.letGo('before');
    const reading = backlog.beginFilling();
    backlog.letGo('meanwhile');
    // Also when it is offered again: the table may be quicker than the reply to its writer.
    backlog.follow('meanwhile', 'again');
    const ids = ['before', 'meanwhile'];
    expect(ids.map((id) => backlog.lacks(id))).toEqual([true, false]);
    expect(ids.map((id) => backlog.take(reading, id, id))).toEqual(['before', null]);
    backlog.endFilling(true);
    expect(backlog.mayHaveRows).toBe(mayReturn);
  });

  it('an item evicted during a reading is skipped by that reading, and taken by a later one', () => {
    const backlog = newBacklog();
    backlog.hold('a');
    const due = backlog.beginReading();
    backlog.letGo('a');
    const filling = backlog.beginFilling();
    expect(backlog.take(due, 'a', 'a')).toBeNull();
    expect([backlog.lacks('a'), backlog.take(filling, 'a', 'a')]).toEqual([true, 'a']);
    backlog.letGo('a');
    backlog.endFilling(true);
    expect(backlog.take(due, 'a', 'a')).toBeNull();
    backlog.endReading();
    expect(backlog.take(backlog.beginReading(), 'a', 'a')).toBe('a');
  });

  // A table and a memory in any interleaving: nothing is lost, sent twice or overtaken.
  it.each([true, false])(
    'all go out once and in order, whatever happens meanwhile (may return: %s)',
    (mayReturn) => {
      const steps = fc.array(fc.constantFrom('write', 'offer', 'begin', 'read', 'end', 'send'), {
        minLength: 20,
        maxLength: 200,
      });
      fc.assert(
        fc.property(steps, (sequence) => {
          const backlog = new Backlog<number>({ mayReturn });
          const table: number[] = [];
          const memory: number[] = [];
          const sent: number[] = [];
          let next = 0;
          let read: number[] | null = null;
          let reading = 0;
          const take = (id: number): void => {
            backlog.hold(String(id));
            memory.push(id);
          };
          const end = (): void => {
            for (const id of read ?? []) {
              const taken = backlog.take(reading, String(id), id);
              if (taken !== null) memory.push(taken);
            }
            const { following } = backlog.endFilling(read !== null && read.length < 5);
            for (const id of following) take(id);
            read = null;
          };
          const play = (step: string): void => {
            if (step === 'write') {
              // Another process stores one, and says so.
              table.push(next++);
              backlog.doubt();
            }
            if (step === 'offer') {
              const id = next++;
              table.push(id);
              if (backlog.isFilling && !backlog.mayHaveRows) backlog.follow(String(id), id);
              else if (!backlog.mayHaveRows) take(id);
            }
            if (step === 'begin' && !backlog.isFilling && backlog.mayHaveRows) {
              reading = backlog.beginFilling();
              read = null;
            }
            if (step === 'read' && backlog.isFilling) read ??= table.slice(0, 5);
            if (step === 'end' && backlog.isFilling) end();
            const first = step === 'send' ? memory.shift() : undefined;
            if (first === undefined) return;
            sent.push(first);
            table.splice(table.indexOf(first), 1);
            backlog.letGo(String(first));
          };
          for (const step of sequence) play(step);
          // At rest everything is worked off.
          for (let round = 0; round < 400 && table.length > 0; round += 1)
            for (const step of ['begin', 'read', 'end', 'send']) play(step);
          expect(sent).toEqual(sent.toSorted((one, two) => one - two));
          expect(new Set(sent).size).toBe(sent.length);
          expect(sent.length).toBe(next);
        }),
        { numRuns: 300 },
      );
    },
  );
});
