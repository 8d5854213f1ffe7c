import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

describe('a backlog', () => {
  it('knows nothing of its table at first, and everything after it was shown all', () => {
    const backlog = new Backlog<string>();
    expect([backlog.mayHaveRows, backlog.hasSeenAll]).toEqual([true, false]);
    backlog.beginFilling();
    expect([backlog.mayHaveRows, backlog.isFilling]).toEqual([false, true]);
    backlog.endFilling(true);
    expect([backlog.mayHaveRows, backlog.isFilling, backlog.hasSeenAll]).toEqual([false, false, true]);
  });

  it('lets what came during a filling follow what was found', () => {
    const backlog = new Backlog<string>();
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
    const backlog = new Backlog<string>();
    backlog.beginFilling();
    backlog.follow('new', 'new');
    if (isDoubted) backlog.doubt();
    expect(backlog.endFilling(isAll)).toEqual({ following: [], evicted: ['new'] });
    expect(backlog.mayHaveRows).toBe(true);
  });

  it('remembers what was let go until the last reading is over', () => {
    const backlog = new Backlog<string>();
    for (const id of ['a', 'b']) backlog.hold(id);
    backlog.letGo('a');
    expect(backlog.wasLetGo('a')).toBe(false);
    backlog.beginReading();
    backlog.beginFilling();
    backlog.letGo('b');
    backlog.endFilling(true);
    expect([backlog.holds('b'), backlog.wasLetGo('b')]).toEqual([false, true]);
    backlog.endReading();
    expect(backlog.wasLetGo('b')).toBe(false);
  });

  // A table and a memory in any interleaving: nothing is lost, nothing goes out twice, nothing overtakes.
  it('brings everything out once and in order, whatever happens while the table is read', () => {
    const steps = fc.array(fc.constantFrom('write', 'offer', 'begin', 'read', 'end', 'send'), {
      minLength: 20,
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (sequence) => {
        const backlog = new Backlog<number>();
        const table: number[] = [];
        const memory: number[] = [];
        const sent: number[] = [];
        let next = 0;
        let read: number[] | null = null;
        const take = (id: number): void => {
          backlog.hold(String(id));
          memory.push(id);
        };
        const end = (): void => {
          for (const id of read ?? []) {
            if (!backlog.holds(String(id)) && !backlog.wasLetGo(String(id))) take(id);
          }
          const { following } = backlog.endFilling(read !== null && read.length < 5);
          for (const id of following) if (!backlog.holds(String(id))) take(id);
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
            backlog.beginFilling();
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
  });
});
