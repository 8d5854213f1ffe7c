// Any input, under any name and in any order: messages, statuses, new ids and numbers, STOP, START and merges leave one
// person with one history, and a consent that is never weaker than the last word of the person.

import type { Contact } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { personKey } from '../src/platform/person-key.ts';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { insertOneOutgoing } from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

const runs = 40;
const peopleCount = 3;

const steps = ['message', 'stop', 'start', 'refused', 'status', 'user_id', 'number', 'merge'] as const;
/** By which of their names a person is called: the number, another form of it, their id, or both. */
const names = ['number', 'form', 'id', 'both'] as const;

interface Step {
  readonly kind: (typeof steps)[number];
  readonly person: number;
  readonly name: (typeof names)[number];
}

const story = fc.record({
  steps: fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...steps),
      person: fc.nat({ max: peopleCount - 1 }),
      name: fc.constantFrom(...names, 'number', 'id'),
    }),
    { minLength: 6, maxLength: 16 },
  ),
  /** The order in which it arrives, and what arrives twice. */
  order: fc.infiniteStream(fc.nat()),
});

/** Digits of a number in two forms that WhatsApp treats as one. */
const formsOf = (person: number, seed: number): readonly [string, string] => {
  const eight = String(60_000_000 + ((seed * 7919 + person * 104_729) % 9_999_999));
  if (person === 0) return [`55319${eight}`, `5531${eight}`];
  if (person === 1) return [`5255${eight}`, `52155${eight}`];
  return [`9665${eight}`, `9665${eight}`];
};

interface Known {
  readonly forms: readonly [string, string];
  id: string;
  readonly ids: string[];
  readonly numbers: string[];
  readonly texts: string[];
  lastWord: { at: number; isStop: boolean } | null;
  hasStopped: boolean;
}

type Callback =
  | { readonly field: string; readonly value: object }
  | { readonly merges: Known; readonly id: string; readonly written: readonly Callback[] };

const minute = 60;
const counted: Record<string, number> = {};

const makeWorld = async (seed: number) => {
  const caller = await gateway.addCaller();
  const sender = await gateway.addSender({ companyId: caller.companyId });
  const people = Array.from({ length: peopleCount }, (_, index): Known => {
    const forms = formsOf(index, seed);
    const id = `US.${seed}${index}${'7'.repeat(8)}`;
    return {
      forms,
      id,
      ids: [id],
      numbers: [...new Set(forms)],
      texts: [],
      lastWord: null,
      hasStopped: false,
    };
  });
  return { caller, sender, people };
};
type World = Awaited<ReturnType<typeof makeWorld>>;

const nameOf = ({ forms, id }: Known, name: Step['name']): { from?: string; from_user_id?: string } => {
  if (name === 'id') return { from_user_id: id };
  const from = name === 'form' ? forms[1] : forms[0];
  return name === 'both' ? { from, from_user_id: id } : { from };
};

const say = (person: Known, name: Step['name'], text: string, at: number): Callback => {
  person.texts.push(text);
  const message = {
    id: `wamid.${newUuid()}`,
    timestamp: String(at),
    type: 'text',
    text: { body: text },
    ...nameOf(person, name),
  };
  return { field: 'messages', value: { messages: [message] } };
};

const word = (person: Known, at: number, isStop: boolean): void => {
  if (isStop) person.hasStopped = true;
  if (!person.lastWord || person.lastWord.at <= at) person.lastWord = { at, isStop };
};

/** The provider's callback for a step, at its place in time. */
const reportStep = async (
  { caller }: World,
  person: Known,
  { kind, name }: Step,
  at: number,
  index: number,
): Promise<Callback> => {
  counted[kind] = (counted[kind] ?? 0) + 1;
  switch (kind) {
    case 'message':
      return say(person, name, `hello ${index}`, at);
    case 'stop':
    case 'start':
      word(person, at, kind === 'stop');
      return say(person, name, kind.toUpperCase(), at);
    case 'refused':
    case 'status': {
      // Sent to the number; the status names the person by another form of it, or by their id.
      const providerMessageId = `wamid.${newUuid()}`;
      const { id } = await insertOneOutgoing(database, caller.companyId, {
        status: 'sent',
        providerMessageId,
      });
      await database.query(
        'update messages set phone_number = $2, person_key = person_key($2) where id = $1',
        [id, `+${person.forms[0]}`],
      );
      person.texts.push('Hello');
      if (kind === 'refused') word(person, at, true);
      const { from, from_user_id: userId } = nameOf(person, name);
      const status = {
        id: providerMessageId,
        timestamp: String(at),
        status: kind === 'refused' ? 'failed' : 'delivered',
        ...(from && { recipient_id: from }),
        ...(userId && { recipient_user_id: userId }),
        ...(kind === 'refused' && { errors: [{ code: 131050, title: 'Opted out' }] }),
      };
      return { field: 'messages', value: { statuses: [status] } };
    }
    case 'user_id': {
      const current = `${person.id}9`;
      const update = { user_id: { previous: person.id, current }, timestamp: String(at), detail: 'changed' };
      person.id = current;
      person.ids.push(current);
      return { field: 'user_id_update', value: { user_id_update: [update] } };
    }
    case 'number': {
      const changed = `96655${String((at * 31 + index) % 10_000_000).padStart(7, '0')}`;
      const system = { type: 'user_changed_number', wa_id: changed, body: 'changed' };
      const message = {
        id: `wamid.${newUuid()}`,
        timestamp: String(at),
        type: 'system',
        system,
        from: person.forms[0],
      };
      person.numbers.push(changed);
      person.texts.push('changed');
      return { field: 'messages', value: { messages: [message] } };
    }
    case 'merge': {
      // Known by two names that have not been tied together yet, unless something else has.
      const written = (['form', 'id'] as const).map((one) => say(person, one, `by ${one} ${index}`, at));
      return { merges: person, id: person.id, written };
    }
  }
};

const findContact = async ({ caller }: World, name: string): Promise<string | null> => {
  const { body } = await caller.get<{ data: Contact[] }>(`/api/v1/contacts?limit=200`);
  const isNamed = ({ addresses }: Contact) =>
    addresses.some(({ value }) => personKey(value) === personKey(name));
  return body.data.find(isNamed)?.id ?? null;
};

const deliver = async (world: World, callback: Callback): Promise<void> => {
  const { sender, caller } = world;
  if ('merges' in callback) {
    const { merges: person, id, written } = callback;
    for (const one of written) await deliver(world, one);
    const [one, other] = await waitUntil('both names were known', async () => {
      const found = [await findContact(world, `+${person.forms[1]}`), await findContact(world, id)];
      return found[0] && found[1] && (found as [string, string]);
    });
    if (one === other) return;
    counted.merged = (counted.merged ?? 0) + 1;
    const answer = await caller.call('POST', `/api/v1/contacts/${one}/merge`, { other_id: other });
    // WhatsApp may have said the same a moment before.
    expect([200, 404]).toContain(answer.status);
    return;
  }
  const value = { metadata: { phone_number_id: sender.account }, ...callback.value };
  const body = { entry: [{ id: '1', changes: [{ field: callback.field, value }] }] };
  expect((await sender.callBack(body)).status).toBe(200);
};

/** All of it, in an order that has nothing to do with time, some of it twice. */
const arrange = (callbacks: readonly Callback[], order: Iterator<number>): Callback[] => {
  const arranged: Callback[] = [];
  for (const callback of callbacks) {
    const place = (order.next().value as number) % (arranged.length + 1);
    arranged.splice(place, 0, callback);
    if ((order.next().value as number) % 4 === 0) arranged.push(callback);
  }
  return arranged;
};

/** A callback is answered once it is kept; what it says is stored a little later. */
const everythingRead = ({ caller }: World): Promise<true> =>
  waitUntil('every callback was read', async () => {
    const kept = await database.query('select 1 from stored_callbacks where company_id = $1 limit 1', [
      caller.companyId,
    ]);
    return kept.length === 0 && (true as const);
  });

const textsOf = async ({ caller }: World, query: string): Promise<string[]> => {
  const { body } = await caller.get<{ data: Message[] }>(`/api/v1/messages?limit=200&${query}`);
  return body.data.map(({ message }) => message).toSorted();
};

const sendTo = async ({ caller }: World, to: object): Promise<boolean> => {
  const answer = await caller.call<{ code?: string }>('POST', '/api/v1/messages/send', {
    ...to,
    message: 'x',
  });
  return answer.body.code !== 'recipient_opted_out';
};

const expectOnePerson = async (world: World, person: Known): Promise<void> => {
  const addresses = [...person.numbers.map((digits) => `+${digits}`), ...person.ids];
  const own = await waitUntil('the person was one contact', async () => {
    const found = await Promise.all([
      findContact(world, `+${person.forms[0]}`),
      findContact(world, person.id),
    ]);
    return found[0] !== null && found[0] === found[1] && found[0];
  });
  const { body: contact } = await world.caller.get<Contact>(`/api/v1/contacts/${own}`);
  const queries = addresses.map((address) =>
    address.startsWith('+') ? `phone_number=${encodeURIComponent(address)}` : `recipient=${address}`,
  );
  for (const query of queries) expect(await textsOf(world, query), query).toEqual(person.texts.toSorted());
  if (person.lastWord?.isStop) {
    expect(contact.consent.state).toBe('opted_out');
    for (const address of addresses) {
      const to = address.startsWith('+') ? { to: address } : { recipient: address };
      expect(await sendTo(world, to), address).toBe(false);
    }
  }
  // The stop of another person is not theirs.
  if (!person.hasStopped) expect(contact.consent.state).not.toBe('opted_out');
};

describe('one person', () => {
  it('who stops twice stays stopped when a start from in between arrives late', async () => {
    const world = await makeWorld(7);
    const person = world.people[0] as Known;
    const base = Math.floor(Date.now() / 1000) - 3_600;
    const said = (text: string, minutes: number) => say(person, 'both', text, base + minutes * minute);
    for (const callback of [said('STOP', 0), said('STOP', 8), said('START', 1)])
      await deliver(world, callback);
    word(person, base + 8 * minute, true);
    await everythingRead(world);
    await expectOnePerson(world, person);
  });

  it('has one history, and a consent never weaker than their last word, whatever comes in any order', {
    timeout: 600_000,
  }, async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(story, fc.nat({ max: 999_999 }), async ({ steps, order }, seed) => {
        const world = await makeWorld(seed);
        const base = Math.floor(Date.now() / 1000) - 3_600;
        const callbacks: Callback[] = [];
        for (const [index, step] of steps.entries()) {
          const person = world.people[step.person] as Known;
          callbacks.push(await reportStep(world, person, step, base + index * minute, index));
        }
        for (const callback of arrange(callbacks, order[Symbol.iterator]())) await deliver(world, callback);
        // At last WhatsApp says of each person which number and which ids are theirs.
        for (const [index, person] of world.people.entries()) {
          for (const id of person.ids) {
            const at = base + 3_000 + index;
            await deliver(world, say({ ...person, id }, 'both', `here I am ${id}`, at));
          }
        }
        await everythingRead(world);
        for (const person of world.people) await expectOnePerson(world, person);
        ran += 1;
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(ran).toBeGreaterThanOrEqual(runs);
    for (const kind of [...steps, 'merged']) expect(counted[kind] ?? 0, kind).toBeGreaterThan(5);
  });
});
