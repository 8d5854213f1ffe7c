// The people on the other side. A few live here from the start so that a phone screen has a person to play; all others
// come into being with their first message.

export interface Person {
  waId: string;
  name: string;
  /** Shown as `@username`. */
  username: string | null;
  /** WhatsApp leaves the phone number out of webhooks of a person with a username, now and then. */
  hidesPhone: boolean;
  /** The person's answer to every message; null for none, `echo` for the same text. */
  autoReply: string | null;
}

export interface People {
  find(waId: string): Person;
  list(): Person[];
  put(waId: string, changes: Partial<Omit<Person, 'waId'>>): Person;
  remove(waId: string): boolean;
  reset(): void;
}

const residents: readonly Person[] = [
  person('966501234567', 'هدى الحربي'),
  person('967771234567', 'Ahmed Saleh'),
  person('14155550132', 'Sheena Nelson'),
  { ...person('5511987654321', 'João 🌊'), username: 'joao.mar' },
  { ...person('447400123456', 'Echo'), autoReply: 'echo' },
];

const peopleMax = 10_000;

// Only people who were given a name are kept: a load test to a million recipients must not fill this map.
export function createPeople(): People {
  const people = new Map<string, Person>();
  const reset = () => {
    people.clear();
    for (const resident of residents) people.set(resident.waId, resident);
  };
  reset();

  const find = (waId: string) => people.get(waId) ?? person(waId, `Person ${waId.slice(-4)}`);
  return {
    find,
    list: () => [...people.values()],
    put(waId, changes) {
      const changed = { ...find(waId), ...changes };
      people.set(waId, changed);
      if (people.size > peopleMax) forgetSome(people);
      return changed;
    },
    remove: (waId) => people.delete(waId),
    reset,
  };
}

function forgetSome(people: Map<string, Person>): void {
  for (const waId of people.keys()) {
    if (people.size <= peopleMax * 0.9) break;
    people.delete(waId);
  }
}

function person(waId: string, name: string): Person {
  return { waId, name, username: null, hidesPhone: false, autoReply: null };
}

const userIdStart = 'US.1349';

/** The business-scoped user id of a person: made from the digits, so no table is needed to go back. */
export function userIdOf(waId: string): string {
  return userIdStart + waId;
}

export function waIdOfUser(userId: string): string | null {
  return /^US\.1349\d{7,15}$/.test(userId) ? userId.slice(userIdStart.length) : null;
}
