// Learns the providers' names for people in the background, from the answer to every send and from statuses: a number and
// WhatsApp's id for it, or a number and a user id. A person who then writes under the other name is known.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { addressKey, type PersonAddresses } from '../addresses/address.ts';
import { knowPeople, type StopWaiting } from '../addresses/know-people.ts';
import { noteWaIds } from '../addresses/queries.ts';

export interface PeopleLearner {
  /** Addresses that belong together. Known ones cost nothing but a lookup in memory. */
  learn(people: readonly PersonAddresses[]): void;
  /** Resolves when everything is learned, or was abandoned. */
  settle(): Promise<void>;
}

/** A pair that is forgotten, or dropped while too many wait, is learned again from the next message. */
const rememberedMax = 50_000;
const waitingMax = 50_000;
const peoplePerBatch = 200;
const triesMax = 10;
const pauseMilliseconds = 1_000;

const nameOf = ({ companyId, addresses }: PersonAddresses): string =>
  `${companyId} ${addresses.map(({ value }) => value).join(' ')}`;

const isOneKey = ({ addresses }: PersonAddresses): boolean => new Set(addresses.map(addressKey)).size === 1;

/** Forms of one number need no row of their own: their key finds the person. A known person's form is noted. */
const learnBatch = async (
  pool: pg.Pool,
  batch: readonly PersonAddresses[],
  stopWaiting: StopWaiting,
): Promise<void> => {
  const forms = batch.filter(isOneKey).flatMap(({ companyId, addresses }) => {
    const last = addresses.at(-1);
    return last ? [{ companyId, key: addressKey(last), waId: last.value }] : [];
  });
  if (forms.length > 0) await noteWaIds(pool, forms);
  const pairs = batch.filter((person) => !isOneKey(person));
  if (pairs.length > 0) await knowPeople(pool, pairs, stopWaiting);
};

export const createPeopleLearner = ({
  db,
  log,
  onOptedOut,
  pause = pauseMilliseconds,
}: {
  readonly db: pg.Pool;
  readonly log: Log;
  readonly onOptedOut: StopWaiting;
  readonly pause?: number;
}): PeopleLearner => {
  const learned = new Set<string>();
  const waiting: PersonAddresses[] = [];
  let running: Promise<void> | null = null;

  const learnWithPatience = async (batch: readonly PersonAddresses[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await learnBatch(db, batch, onOptedOut);
        return;
      } catch (error) {
        if (tries < triesMax) {
          await sleep(pause);
          continue;
        }
        log.warn({ err: error, people: batch.length }, "a provider's names for people were not stored");
        for (const person of batch) learned.delete(nameOf(person));
        return;
      }
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await learnWithPatience(waiting.splice(0, peoplePerBatch));
  };

  return {
    learn(people) {
      for (const person of people) {
        const name = nameOf(person);
        if (person.addresses.length < 2 || learned.has(name) || waiting.length >= waitingMax) continue;
        if (learned.size >= rememberedMax) learned.clear();
        learned.add(name);
        waiting.push(person);
      }
      if (waiting.length === 0) return;
      running ??= run().finally(() => {
        running = null;
      });
    },
    async settle() {
      await running;
    },
  };
};
