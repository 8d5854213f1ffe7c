// The order of a lane: what waits in memory, oldest first, single messages before campaigns without starving these. To one
// person at most one message is under way, so their messages arrive in order; a person who has to wait (busy, paced,
// parked) steps aside with all their messages and does not hold up the others.

import { createFifo } from '../platform/fifo.ts';
import type { ProviderLimits } from '../providers/provider.ts';
import type { Entry } from './entry.ts';

interface Person {
  isBusy: boolean;
  /** The number of messages to them that went back to the table, and may be older than those that wait here. */
  missing: number;
  /** GCRA of the pair: when its burst would be whole again. */
  fullAt: number;
  parkedUntil: number;
  readonly waiting: Entry[];
  /** The person is in line to be sent to. */
  isReady: boolean;
}

/** When both wait, one message in this many is a campaign's. */
const singlesPerCampaign = 8;
/** As many messages to one person are kept in memory. */
const personEntriesMax = 64;
const sweepAt = 4_096;

const isHeldUp = ({ isBusy, missing }: Person): boolean => isBusy || missing > 0;

/** Ids are in the order of acceptance. Single messages and those of campaigns keep the order in which they came. */
const insertByAge = (waiting: Entry[], entry: Entry): void => {
  const isBehind = (other: Entry | undefined): boolean =>
    other !== undefined && other.priority === entry.priority && other.id > entry.id;
  let place = waiting.length;
  while (isBehind(waiting[place - 1])) place -= 1;
  waiting.splice(place, 0, entry);
};

export class LaneQueue {
  readonly #limits: ProviderLimits;
  readonly #people = new Map<string, Person>();
  readonly #singles = createFifo<Entry>();
  readonly #campaigns = createFifo<Entry>();
  readonly #ready = createFifo<Person>();
  readonly #asleep = new Set<Person>();
  #size = 0;
  #wakeAt = Number.POSITIVE_INFINITY;
  #singlesInARow = 0;
  #nextSweep = sweepAt;

  constructor(limits: ProviderLimits) {
    this.#limits = limits;
  }

  add(entry: Entry): void {
    this.#size += 1;
    const person = this.#people.get(entry.personKey);
    // The message takes its place by age among those that wait already: it may be older than they are.
    if (person && (person.waiting.length > 0 || person.missing > 0)) insertByAge(person.waiting, entry);
    else (entry.priority === 0 ? this.#singles : this.#campaigns).push(entry);
  }

  /** First again for its person, who waits until then. */
  putBack(entry: Entry, until: number, now: number): void {
    const person = this.#personOf(entry.personKey);
    person.waiting.unshift(entry);
    person.isBusy = false;
    person.parkedUntil = Math.max(person.parkedUntil, until);
    this.#size += 1;
    this.#settle(person, now);
  }

  /** The next that may go; its person is busy from then on. */
  next(now: number): Entry | null {
    if (this.#wakeAt <= now) {
      this.#wakeAt = Number.POSITIVE_INFINITY;
      for (const person of [...this.#asleep]) this.#settle(person, now);
    }
    return this.#nextReady(now) ?? this.#nextInLine(now);
  }

  #nextReady(now: number): Entry | null {
    for (let person = this.#ready.shift(); person; person = this.#ready.shift()) {
      person.isReady = false;
      const first = person.waiting[0];
      if (first && this.#mayGo(first, person, now)) {
        person.waiting.shift();
        return this.#engage(first, person, now);
      }
      this.#settle(person, now);
    }
    return null;
  }

  #nextInLine(now: number): Entry | null {
    for (let entry = this.#shift(); entry; entry = this.#shift()) {
      const person = this.#personOf(entry.personKey);
      if (person.waiting.length === 0 && this.#mayGo(entry, person, now))
        return this.#engage(entry, person, now);
      insertByAge(person.waiting, entry);
      this.#settle(person, now);
    }
    return null;
  }

  #shift(): Entry | undefined {
    const isCampaignsTurn = this.#campaigns.size > 0 && this.#singlesInARow >= singlesPerCampaign;
    const takesCampaign = this.#singles.size === 0 || isCampaignsTurn;
    this.#singlesInARow = takesCampaign ? 0 : this.#singlesInARow + 1;
    return (takesCampaign ? this.#campaigns : this.#singles).shift();
  }

  /** Makes a person busy with a message that was never in the queue; false when they have to wait. */
  reserve(personKey: string, now: number): boolean {
    const person = this.#personOf(personKey);
    if (isHeldUp(person) || person.waiting.length > 0 || this.#freeAt(person) > now) return false;
    this.#occupy(person, now);
    return true;
  }

  /** The message to this person is done. */
  free(personKey: string, now: number): void {
    const person = this.#people.get(personKey);
    if (!person) return;
    person.isBusy = false;
    this.#settle(person, now);
  }

  /** A message to this person goes back to the table: nothing goes to them until it has been read from there. */
  miss(personKey: string): void {
    this.#personOf(personKey).missing += 1;
  }

  /** That message was read again, or is gone. */
  found(personKey: string, now: number): void {
    const person = this.#personOf(personKey);
    person.missing -= 1;
    this.#settle(person, now);
  }

  /** An entry was stored or withdrawn: the person who waited for that may proceed. */
  touch(entry: Entry, now: number): void {
    const person = this.#people.get(entry.personKey);
    if (person) this.#settle(person, now);
  }

  /** People with so many messages in memory that the rest stays in the table, unless one of them is missing here. */
  crowded(): string[] {
    return [...this.#people].flatMap(([personKey, { missing }]) =>
      missing === 0 && this.isCrowded(personKey) ? [personKey] : [],
    );
  }

  isCrowded(personKey: string): boolean {
    return (this.#people.get(personKey)?.waiting.length ?? 0) >= personEntriesMax;
  }

  #mayGo(entry: Entry, person: Person, now: number): boolean {
    return entry.isStored && !entry.isWithdrawn && !isHeldUp(person) && this.#freeAt(person) <= now;
  }

  #engage(entry: Entry, person: Person, now: number): Entry {
    this.#size -= 1;
    this.#occupy(person, now);
    return entry;
  }

  #occupy(person: Person, now: number): void {
    person.isBusy = true;
    person.fullAt = Math.max(person.fullAt, now) + this.#limits.pairMilliseconds;
    if (this.#people.size > this.#nextSweep) this.#sweep(now);
  }

  /** Puts a person with waiting messages where they belong: in line, asleep until their time, or nowhere while busy. */
  #settle(person: Person, now: number): void {
    while (person.waiting[0]?.isWithdrawn) {
      person.waiting.shift();
      this.#size -= 1;
    }
    this.#asleep.delete(person);
    const first = person.waiting[0];
    if (!first?.isStored || isHeldUp(person) || person.isReady) return;
    const at = this.#freeAt(person);
    if (at > now) {
      this.#asleep.add(person);
      this.#wakeAt = Math.min(this.#wakeAt, at);
      return;
    }
    person.isReady = true;
    this.#ready.push(person);
  }

  #freeAt(person: Person): number {
    const { pairBurst, pairMilliseconds } = this.#limits;
    return Math.max(person.parkedUntil, person.fullAt - (pairBurst - 1) * pairMilliseconds);
  }

  #personOf(personKey: string): Person {
    let person = this.#people.get(personKey);
    if (!person) {
      const never = Number.NEGATIVE_INFINITY;
      person = { isBusy: false, missing: 0, fullAt: never, parkedUntil: never, waiting: [], isReady: false };
      this.#people.set(personKey, person);
    }
    return person;
  }

  /** Forgets people without messages or limits to remember. */
  #sweep(now: number): void {
    for (const [personKey, person] of this.#people) {
      const isIdle = !isHeldUp(person) && person.waiting.length === 0;
      if (isIdle && Math.max(person.fullAt, person.parkedUntil) <= now) this.#people.delete(personKey);
    }
    this.#nextSweep = Math.max(sweepAt, this.#people.size * 2);
  }

  /** No message is in line, so a new one may be sent without being queued. */
  get isEmpty(): boolean {
    return this.#ready.size === 0 && this.#singles.size === 0 && this.#campaigns.size === 0;
  }

  get size(): number {
    return this.#size;
  }

  /** Messages that may go in their turn: all but those whose people are held up, or have an earlier one. */
  get inLine(): number {
    return this.#ready.size + this.#singles.size + this.#campaigns.size;
  }

  /** People who wait for another attempt at their first message. */
  parkedAt(now: number): number {
    return [...this.#asleep].filter((person) => person.parkedUntil > now).length;
  }

  /** When the next waiting person may be sent to again. */
  get wakeAt(): number {
    return this.#wakeAt;
  }
}
