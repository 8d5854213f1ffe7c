// Updates contacts from callbacks: who wrote, and who wants no more messages. A stop is committed before the callback is
// answered; the time a person was last seen is recorded after it, at most once a minute for each person.

import type pg from 'pg';
import { storableText } from '../../platform/database/storable-text.ts';
import type { Log } from '../../platform/log.ts';
import { minuteMilliseconds } from '../../platform/time.ts';
import { addressKey, type Person, type PersonAddresses, phoneOf } from '../addresses/address.ts';
import { knowPeople, type StopWaiting } from '../addresses/know-people.ts';
import { type ConsentWish, changeConsents } from '../consent/change-consent.ts';
import { foldText } from '../fold-text.ts';
import { type SettingsDirectory, settingsOf } from '../settings/directory.ts';
import { createPeopleLearner } from './learn-people.ts';
import { noteSeen, type SeenPerson, setPhoneNumbers } from './queries.ts';

/** A message as it was received. */
export interface ReceivedMessage {
  readonly person: PersonAddresses;
  readonly name: string | null;
  /** Null: not a text. */
  readonly text: string | null;
  readonly at: Date;
  /** UUID, when it is known. */
  readonly messageId: string | null;
}

/** A person with their old names and their new ones. */
export interface PersonMove {
  readonly person: PersonAddresses;
  /** Their number from now on. Null: it stays. */
  readonly phoneNumber: string | null;
}

export interface PeopleListener {
  /** Resolves when every stop and start among them is committed. */
  received(messages: readonly ReceivedMessage[]): Promise<void>;
  /** Wishes that a provider itself reports. */
  reported(wishes: readonly ConsentWish[]): Promise<void>;
  /** People who are known by other names from now on. Resolves when it is committed. */
  moved(moves: readonly PersonMove[]): Promise<void>;
  /** Names that belong together; learned in the background. */
  learned(people: readonly PersonAddresses[]): void;
  /** Resolves when everything received is recorded. */
  settle(): Promise<void>;
}

export interface PeopleListenerOptions {
  readonly db: pg.Pool;
  readonly settings: SettingsDirectory;
  readonly log: Log;
  /** Called with people who opt out, every time they do: their queued messages must be cancelled. */
  readonly onOptedOut: StopWaiting;
  /** Companies with a new event. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

const rememberedMax = 50_000;
const nameCharactersMax = 200;

/** Remembers for a minute that a person was seen, so that a busy conversation costs no writes. */
const createSeenMemory = () => {
  const seenAt = new Map<string, number>();
  return (key: string, now: number): boolean => {
    if (now - (seenAt.get(key) ?? Number.NEGATIVE_INFINITY) < minuteMilliseconds) return false;
    if (seenAt.size >= rememberedMax) seenAt.clear();
    seenAt.set(key, now);
    return true;
  };
};

/** Records people as seen in the background; those who write while it is busy share one write. */
const createNoter = ({ db, settings, log, onOptedOut }: PeopleListenerOptions) => {
  const isNews = createSeenMemory();
  let waiting = new Map<string, ReceivedMessage>();
  let running: Promise<void> | null = null;

  const toSeen = async (
    { person, name, at }: ReceivedMessage,
    { companyId, contactId }: Person,
  ): Promise<SeenPerson> => {
    const shown = storableText(name ?? '', nameCharactersMax).trim();
    return {
      companyId,
      contactId,
      phoneNumber: phoneOf(person.addresses),
      name: shown,
      sortName: foldText(shown),
      at: new Date(Math.min(at.getTime(), Date.now())).toISOString(),
      isWanted: (await settingsOf(settings, companyId)).row.adds_writers,
    };
  };

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        const people = await knowPeople(
          db,
          batch.map(({ person }) => person),
          onOptedOut,
        );
        const seen = await Promise.all(
          batch.map((message, index) => toSeen(message, people[index] as Person)),
        );
        // Two addresses of one person may be in one batch.
        await noteSeen(db, [
          ...new Map(seen.map((one) => [`${one.companyId} ${one.contactId}`, one])).values(),
        ]);
      } catch (error) {
        log.warn({ err: error }, 'the time people were last seen could not be stored');
      }
    }
  };

  return {
    note(messages: readonly ReceivedMessage[]): void {
      const now = Date.now();
      for (const message of messages) {
        const { companyId, addresses } = message.person;
        const key = `${companyId} ${addresses.map(addressKey).join(' ')}`;
        if (isNews(key, now) && waiting.size < rememberedMax) waiting.set(key, message);
      }
      running ??= run().finally(() => {
        running = null;
      });
    },
    async settle(): Promise<void> {
      await running;
    },
  };
};

export const createPeopleListener = (options: PeopleListenerOptions): PeopleListener => {
  const { db, settings, onOptedOut, onEmitted } = options;
  const noter = createNoter(options);
  const learner = createPeopleLearner(options);

  const apply = async (wishes: readonly ConsentWish[]): Promise<void> => {
    if (wishes.length === 0) return;
    const { people, changed } = await changeConsents(db, wishes);
    onEmitted(changed.map(({ companyId }) => companyId));
    const optedOut = people.filter((_person, index) => wishes[index]?.state === 'opted_out');
    if (optedOut.length > 0) await onOptedOut(optedOut);
  };

  return {
    async received(messages) {
      const wishes: ConsentWish[] = [];
      for (const { person, text, at, messageId } of messages) {
        if (text === null) continue;
        const wish = (await settingsOf(settings, person.companyId)).readWish(text);
        if (wish === null) continue;
        const state = wish === 'stop' ? 'opted_out' : 'opted_in';
        wishes.push({ person, state, source: `${wish}_word`, at, messageId });
      }
      await apply(wishes);
      noter.note(messages);
    },
    reported: apply,
    async moved(moves) {
      if (moves.length === 0) return;
      const people = await knowPeople(
        db,
        moves.map(({ person }) => person),
        onOptedOut,
      );
      const numbered = moves.flatMap(({ phoneNumber }, index) => {
        const known = people[index];
        return known && phoneNumber !== null ? [{ ...known, phoneNumber }] : [];
      });
      if (numbered.length > 0) await setPhoneNumbers(db, numbered);
    },
    learned: learner.learn,
    async settle() {
      await Promise.all([noter.settle(), learner.settle()]);
    },
  };
};
