import { describe, expect, it } from 'vitest';
import { type Wakeable, WakeRing } from './wake-ring.ts';

interface Member extends Wakeable {
  readonly name: string;
  wanted: number;
}

/** A ring around a few places; each turn takes one. */
const useRing = (places: number) => {
  const ring = new WakeRing<Member>();
  const turns: string[] = [];
  const free = { places };
  const isFree = (): boolean => free.places > 0;
  const giveTurn = (member: Member): void => member.wake();
  const make = (name: string, wanted: number): Member => ({
    name,
    wanted,
    wake() {
      turns.push(name);
      free.places -= 1;
      this.wanted -= 1;
      if (this.wanted > 0) ring.join(this);
    },
  });
  return { ring, turns, free, isFree, giveTurn, make };
};

describe('members of a ring', () => {
  it('have turns in the order in which they came, and more of them behind the others', () => {
    const { ring, turns, isFree, giveTurn, make } = useRing(5);
    for (const member of [make('a', 3), make('b', 1), make('c', 2)]) ring.join(member);
    ring.wakeWhile(isFree, giveTurn);
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'c']);
    expect(ring.size).toBe(1);
  });

  it('keep their place when they join again, and have no turn once they have left', () => {
    const { ring, turns, isFree, giveTurn, make } = useRing(5);
    const [first, left, last] = [make('first', 1), make('left', 1), make('last', 1)];
    for (const member of [first, left, last, first]) ring.join(member);
    ring.leave(left);
    expect([ring.has(left), ring.has(last)]).toEqual([false, true]);
    ring.wakeWhile(isFree, giveTurn);
    expect(turns).toEqual(['first', 'last']);
  });

  it('have no more turns than are allowed, also when they are refused and wait again', () => {
    const { ring, turns, isFree, make } = useRing(1);
    const refused = [make('a', 1), make('b', 1)];
    for (const member of refused) ring.join(member);
    const refuse = (member: Member): void => {
      turns.push(member.name);
      ring.join(member);
    };
    ring.wakeWhile(isFree, refuse, ring.size);
    expect([turns, ring.size]).toEqual([['a', 'b'], 2]);
  });

  it('never have a turn within that of another: what is released meanwhile goes to the next', () => {
    const { ring, turns, free, isFree, giveTurn, make } = useRing(1);
    let depth = 0;
    const releasing = (member: Member): void => {
      depth += 1;
      expect(depth).toBe(1);
      giveTurn(member);
      free.places += 1;
      ring.wakeWhile(isFree, giveTurn);
      depth -= 1;
    };
    for (const member of [make('a', 1), make('b', 1)]) ring.join(member);
    ring.wakeWhile(isFree, releasing);
    expect(turns).toEqual(['a', 'b']);
  });

  it('go on having turns after one of them threw', () => {
    const { ring, turns, isFree, giveTurn, make } = useRing(5);
    for (const member of [make('broken', 1), make('next', 1)]) ring.join(member);
    const breaking = (): void => {
      throw new Error('broken');
    };
    expect(() => ring.wakeWhile(isFree, breaking)).toThrow('broken');
    ring.wakeWhile(isFree, giveTurn);
    expect(turns).toEqual(['next']);
  });
});
