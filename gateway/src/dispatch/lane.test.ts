// The lane alone: its table, its provider and its time are in the hands of the test.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttemptResult, Birth, MarkOutcome } from './lane-parts.ts';
import { makeEntry, person, someFailure } from './tests-support/make-entry.ts';
import { again, suspended, taken, unreachable, useLane } from './tests-support/use-lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

describe('a new message begins', () => {
  it('in the table while the lane does not know what that holds', () => {
    expect(useLane().offer().birth).toBe('table');
  });

  it('on its way when nothing waits before it, and is attempted as soon as it is stored', async () => {
    const { settle, offer, store, attempts } = useLane();
    await settle();
    const offered = offer();
    expect(offered.birth).toBe('sending');
    await later(50);
    expect(attempts).toHaveLength(0);
    store(offered);
    expect(attempts).toMatchObject([{ entry: { id: offered.entry.id, attempt: 1 } }]);
  });

  it('in memory when its person is busy, and goes when they are not', async () => {
    const { settle, send, attempts } = useLane();
    await settle();
    expect([send(), send(), send({ phoneNumber: person(2) })]).toEqual(['sending', 'memory', 'sending']);
    await later();
    expect(attempts).toHaveLength(3);
  });

  it('in memory when the pace has no room', async () => {
    const { settle, send } = useLane({ messagesPerSecond: 20 });
    await settle();
    expect([send({ phoneNumber: person(1) }), send({ phoneNumber: person(2) })]).toEqual([
      'sending',
      'memory',
    ]);
  });

  it('in the table while the lane is paused or others wait there', async () => {
    const { lane, settle, offer, send, attempts } = useLane();
    await settle();
    const onItsWay = offer({ phoneNumber: person(1) });
    lane.pause();
    expect([offer().birth, send()]).toEqual(['table', 'table']);
    await later(5_000);
    expect(attempts).toHaveLength(0);
    lane.resume();
    await later(1_000);
    expect([send(), onItsWay.birth, attempts.length]).toEqual(['table', 'sending', 1]);
  });

  it('and leaves no trace when it was not stored', async () => {
    const { lane, settle, offer, send, attempts } = useLane();
    await settle();
    const [first, second] = [offer(), offer()];
    expect([first.birth, second.birth]).toEqual(['sending', 'memory']);
    lane.withdraw(first.entry, first.birth, true);
    lane.withdraw(second.entry, second.birth, true);
    await later(1_000);
    expect([attempts.length, lane.size]).toEqual([0, 0]);
    expect(send()).toBe('sending');
  });

  it('and is taken from the table when it is unknown whether it was stored', async () => {
    const { lane, settle, offer, attempts, uncertain } = useLane();
    await settle();
    const { entry, birth } = offer();
    lane.withdraw(entry, birth, false);
    expect(uncertain).toEqual([entry.id]);
    await later(2_000);
    // Had it been stored as being sent by us, no other process would ever take it up.
    expect(attempts).toMatchObject([{ entry: { id: entry.id, attempt: 2 } }]);
  });
});

describe('a lane', () => {
  it('sends in the order of acceptance, from memory and table alike, and each message once', async () => {
    const { settle, send, attempts } = useLane({ messagesPerSecond: 400 });
    await settle();
    const births = new Set<Birth>();
    for (let index = 0; index < 3_000; index += 1) {
      births.add(send({ phoneNumber: person(index), body: String(index) }));
      if (index % 7 === 0) await later(1 + (index % 5));
    }
    await later(10_000);
    expect(attempts.map(({ entry }) => Number(entry.body))).toEqual(
      Array.from({ length: 3_000 }, (_, index) => index),
    );
    expect(births).toEqual(new Set<Birth>(['sending', 'memory', 'table']));
  });

  it('keeps its pace over both', async () => {
    const { settle, send, attempts } = useLane({ messagesPerSecond: 50 });
    await settle();
    for (let index = 0; index < 300; index += 1) send({ phoneNumber: person(index) });
    await later(10_000);
    expect(attempts).toHaveLength(300);
    for (const [index, { at }] of attempts.entries()) {
      const before = attempts[index - 50];
      if (before) expect(at - before.at).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('expires what is too old instead of sending it', async () => {
    const { settle, send, attempts, expired, attemptedTo } = useLane();
    await settle();
    send({ phoneNumber: person(1) });
    send({ phoneNumber: person(1), expiresAt: Date.now() - 1 });
    send({ phoneNumber: person(1) });
    await later(100);
    expect([attempts.length, expired.length, attemptedTo().length]).toEqual([2, 1, 2]);
  });

  it('does not send what the table says is gone, and lets the rest go on', async () => {
    const { settle, send, attempts } = useLane({
      mark: ({ body }) => (body === 'cancelled' ? 'gone' : 'ours'),
    });
    await settle();
    send();
    send({ body: 'cancelled' });
    send();
    await later(100);
    expect(attempts.map(({ entry }) => entry.body)).toEqual(['Hello', 'Hello']);
  });

  it('sends each once, also when a slow look read it as waiting before it went', async () => {
    const { lane, stage, settle, send, attempts } = useLane({
      // As in the table: what this process sends is its own to mark.
      mark: ({ body }) => (body === 'cancelled' ? 'gone' : 'ours'),
    });
    await settle();
    for (const body of ['first', 'cancelled', 'third']) send({ body });
    stage.lookDelays = () => [0, 50];
    await later(100);
    expect(attempts.map(({ entry }) => entry.body)).toEqual(['first', 'third']);
    expect(lane.size).toBe(0);
  });

  it('does not send what could not be marked, and tries it again', async () => {
    const outcomes: MarkOutcome[] = ['unknown', 'unknown'];
    const { settle, send, attempts, uncertain } = useLane({ mark: () => outcomes.shift() ?? 'ours' });
    await settle();
    send();
    send();
    expect(attempts).toHaveLength(1);
    await later(100);
    expect([attempts.length, outcomes.length, uncertain.length]).toEqual([2, 0, 2]);
  });

  it('attempts nothing once its process has lost its lease, and gives back what was marked', async () => {
    const { stage, settle, offer, store, send, attempts, table } = useLane();
    await settle();
    const offered = [offer({ phoneNumber: person(1) }), offer({ phoneNumber: person(2) })];
    stage.isHeld = false;
    for (const each of offered) store(each);
    send();
    await later(50);
    expect(attempts).toHaveLength(0);
    expect(table.size).toBe(3);
  });

  it('gives back what is marked when it is closed, and takes nothing more up', async () => {
    const { lane, settle, offer, store, send, attempts, table } = useLane();
    await settle();
    const offered = offer();
    lane.close();
    store(offered);
    send();
    await later(5_000);
    expect([attempts.length, table.size]).toEqual([0, 2]);
  });

  it('that is closed notifies its new owner of messages that reach its table afterwards', async () => {
    const { lane, stage, settle, offer, store } = useLane();
    await settle();
    const offered = [offer({ phoneNumber: person(1) }), offer({ phoneNumber: person(2) }), offer(), offer()];
    const [marked, unknown, held, unstored] = offered;
    expect(offered.map(({ birth }) => birth)).toEqual(['sending', 'sending', 'sending', 'memory']);
    lane.close();
    const late = offer();
    expect(late.birth).toBe('table');
    if (unstored) lane.withdraw(unstored.entry, unstored.birth, true);
    await later();
    expect(stage.leftBehind).toBe(0);
    for (const [index, each] of [marked, held, late].entries()) {
      if (each) store(each);
      await later();
      expect(stage.leftBehind).toBe(index + 1);
    }
    if (unknown) lane.withdraw(unknown.entry, unknown.birth, false);
    await later();
    expect(stage.leftBehind).toBe(4);
  });
});

describe('people who are held up do not hold up the others', () => {
  it('whose first message waits for another attempt, again and again, also when the rest waits in the table', async () => {
    const { lane, table, attempts } = useLane({
      answer: ({ body }) => (body === 'refused' ? again('recipient') : taken),
    });
    for (let index = 0; index < 1_000; index += 1) {
      const entry = makeEntry({ phoneNumber: person(index), body: index < 120 ? 'refused' : 'Hello' });
      table.set(entry.id, entry);
    }
    lane.poke();
    await later(60_000);
    const attempted = new Set(attempts.map(({ entry }) => entry.phoneNumber));
    expect(attempted.size).toBe(1_000);
    expect(table.size).toBe(120);
  });

  it('who got so many messages that the provider takes them slowly', async () => {
    const { lane, table, attemptedTo } = useLane({ messagesPerSecond: 10 });
    for (let index = 0; index < 200; index += 1) {
      const entry = makeEntry({ phoneNumber: person(index < 150 ? index % 2 : index) });
      table.set(entry.id, entry);
    }
    lane.poke();
    await later(30_000);
    expect(new Set(attemptedTo()).size).toBe(52);
  });
});

describe('a lane that is opened while a message waits for another attempt', () => {
  const openWithRetry = () => {
    const play = useLane();
    const first = makeEntry({ body: 'first', attempt: 1 });
    play.table.set(first.id, first);
    play.retrying.set(first.id, performance.now() + 5_000);
    const second = makeEntry({ body: 'second' });
    const other = makeEntry({ phoneNumber: person(7), body: 'to another' });
    for (const entry of [second, other]) play.table.set(entry.id, entry);
    play.lane.poke();
    return { ...play, bodies: () => play.attempts.map(({ entry }) => entry.body) };
  };

  it('lets the later ones to the same person wait behind it, and no one else', async () => {
    const { bodies, attempts, table } = openWithRetry();
    await later(4_900);
    expect(bodies()).toEqual(['to another']);
    await later(500);
    expect(bodies()).toEqual(['to another', 'first', 'second']);
    expect(attempts[1]?.entry.attempt).toBe(2);
    expect(table.size).toBe(0);
  });

  it('sends it once, although it is queued in the table when its time has come', async () => {
    const { bodies, lane, retrying } = openWithRetry();
    await later(4_000);
    retrying.clear();
    lane.poke();
    await later(2_000);
    expect(bodies()).toEqual(['to another', 'first', 'second']);
  });
});

describe('a message that comes while the table is looked at', () => {
  it('goes on from memory behind what is found, and the lane is up to date again', async () => {
    const { lane, settle, send, attemptedTo } = useLane();
    await settle();
    lane.pause();
    expect(send({ phoneNumber: person(1) })).toBe('table');
    lane.resume();
    expect(send({ phoneNumber: person(2) })).toBe('memory');
    await later();
    expect(attemptedTo()).toEqual([person(1), person(2)]);
    expect(send({ phoneNumber: person(3) })).toBe('sending');
  });

  it('waits for its own commit, also when the look ends before', async () => {
    const { lane, settle, offer, store, attempts } = useLane();
    await settle();
    lane.poke();
    const offered = offer();
    await later(100);
    expect(attempts).toHaveLength(0);
    store(offered);
    await later();
    expect(attempts).toMatchObject([{ entry: { id: offered.entry.id } }]);
  });

  it('stays behind what the table still holds', async () => {
    const { lane, settle, offer, store, send, attempts } = useLane({ messagesPerSecond: 10_000 });
    await settle();
    lane.pause();
    for (let index = 0; index < 1_500; index += 1) send({ phoneNumber: person(index) });
    lane.resume();
    const offered = offer({ phoneNumber: person(1_500) });
    await later();
    store(offered);
    await later(5_000);
    expect(attempts).toHaveLength(1_501);
    expect(attempts.at(-1)?.entry.id).toBe(offered.entry.id);
  });

  it('is forgotten when it is withdrawn', async () => {
    const { lane, settle, offer, send, attempts } = useLane();
    await settle();
    lane.poke();
    const { entry, birth } = offer();
    lane.withdraw(entry, birth, true);
    await later(100);
    expect([attempts.length, lane.size]).toEqual([0, 0]);
    expect(send()).toBe('sending');
  });
});

describe('after an attempt', () => {
  it('that suspends the sender, all messages wait; they go in their order when it is put right', async () => {
    const { lane, stage, settle, send, table, attempts, suspensions, attemptedTo } = useLane({
      answer: () => suspended,
    });
    await settle();
    for (let index = 0; index < 5; index += 1) send({ phoneNumber: person(index) });
    await later(10_000);
    const tried = attempts.length;
    expect(tried).toBeLessThan(5);
    expect(suspensions).toContainEqual(someFailure);
    expect([lane.isPaused, table.size]).toEqual([true, 5]);
    attempts.length = 0;
    stage.answer = () => taken;
    lane.resume();
    await later(1_000);
    expect(attemptedTo()).toEqual([0, 1, 2, 3, 4].map(person));
  });

  it('that concerns one person, only they wait, and their messages stay in order', async () => {
    const { stage, settle, send, attempts } = useLane({ answer: () => again('recipient') });
    await settle();
    send({ phoneNumber: person(1), body: 'first' });
    await later();
    stage.answer = () => taken;
    send({ phoneNumber: person(1), body: 'second' });
    send({ phoneNumber: person(2), body: 'other' });
    await later(100);
    expect(attempts.map(({ entry }) => entry.body)).toEqual(['first', 'other']);
    await later(2_000);
    expect(attempts.map(({ entry }) => entry.body)).toEqual(['first', 'other', 'first', 'second']);
  });

  it('that concerns the sender, everybody waits, and then goes at half the pace', async () => {
    const { stage, settle, send, attempts } = useLane({
      answer: () => again('sender'),
      messagesPerSecond: 100,
    });
    await settle();
    send({ phoneNumber: person(0) });
    await later();
    stage.answer = () => taken;
    for (let index = 1; index < 300; index += 1) send({ phoneNumber: person(index) });
    await later(1_900);
    expect(attempts).toHaveLength(1);
    await later(1_100);
    const inFirstSecond = attempts.length - 1;
    expect(inFirstSecond).toBeGreaterThan(30);
    expect(inFirstSecond).toBeLessThan(75);
    await later(10_000);
    expect(attempts).toHaveLength(301);
  });

  it('that concerns the sender, nothing is marked before it can go: a crash would leave it unconfirmed', async () => {
    const marked: string[] = [];
    const { stage, settle, send, table, attempts } = useLane({
      answer: () => again('sender'),
      mark: ({ id }) => {
        marked.push(id);
        return 'ours';
      },
    });
    await settle();
    for (let index = 0; index < 20; index += 1) send({ phoneNumber: person(index) });
    await later(1_900);
    expect(table.size).toBe(20);
    const before = marked.length;
    await later(50);
    expect(marked).toHaveLength(before);
    stage.answer = () => taken;
    await later(10_000);
    expect(table.size).toBe(0);
    expect(new Set(attempts.map(({ entry }) => entry.id)).size).toBe(20);
  });

  it('that concerns the sender, many such answers at once slow it down once', async () => {
    const held: ((result: AttemptResult) => void)[] = [];
    const { stage, settle, send, attempts } = useLane({
      answer: () => new Promise((resolve) => held.push(resolve)),
      messagesPerSecond: 100,
    });
    await settle();
    for (let index = 0; index < 200; index += 1) send({ phoneNumber: person(index) });
    await later(300);
    const inFlight = held.length;
    expect(inFlight).toBeGreaterThan(20);
    stage.answer = () => taken;
    for (const answer of held) answer(again('sender'));
    await later(1_900);
    expect(attempts).toHaveLength(inFlight);
    await later(5_000);
    expect(attempts).toHaveLength(inFlight + 200);
  });

  it('that got no answer, again and again, the sender is failing and only one message at a time is tried', async () => {
    const { stage, settle, send, attempts, states } = useLane({ answer: () => unreachable });
    await settle();
    for (let index = 0; index < 100; index += 1) send({ phoneNumber: person(index) });
    await later(900);
    const untilOpen = attempts.length;
    expect(untilOpen).toBeLessThan(20);
    expect(states).toEqual(['failing']);
    await later(10_000);
    expect(attempts.length - untilOpen).toBeLessThan(10);
    stage.answer = () => taken;
    await later(60_000);
    expect(states).toEqual(['failing', 'connected']);
    expect(attempts.length).toBeGreaterThanOrEqual(100);
  });

  it('that suspends a sender which was failing, it is suspended and not called connected', async () => {
    const { stage, settle, send, states, suspensions } = useLane({ answer: () => unreachable });
    await settle();
    for (let index = 0; index < 20; index += 1) send({ phoneNumber: person(index) });
    await later(900);
    stage.answer = () => suspended;
    await later(60_000);
    expect([states, suspensions.length]).toEqual([['failing'], 1]);
  });

  it('when its outcome cannot be written as ours, the message is left alone', async () => {
    const gone: AttemptResult = { ...again('recipient'), written: Promise.resolve(false) };
    const { lane, table, settle, send, attempts } = useLane({
      answer: (entry) => {
        queueMicrotask(() => table.delete(entry.id));
        return gone;
      },
    });
    await settle();
    send();
    await later(10_000);
    expect([attempts.length, lane.size, lane.inFlight]).toEqual([1, 0, 0]);
  });
});

describe('a lane that another process asks for', () => {
  it('finishes what is marked, takes nothing more up, and leaves the rest to the table', async () => {
    const held: ((result: AttemptResult) => void)[] = [];
    const { lane, settle, send, offer, store, attempts, table } = useLane({
      answer: () => new Promise((resolve) => held.push(resolve)),
    });
    await settle();
    const storing = offer({ phoneNumber: person(500) });
    for (let index = 0; index < 100; index += 1) send({ phoneNumber: person(index) });
    await later(30);
    const drained = lane.drain(5_000);
    let isDrained: boolean | null = null;
    void drained.then((is) => {
      isDrained = is;
    });
    expect(send({ phoneNumber: person(900) })).toBe('table');
    await later(1_000);
    const begun = attempts.length;
    for (const answer of held.splice(0)) answer(taken);
    await later(1_000);
    expect(isDrained, 'a message of it is still being stored').toBeNull();
    store(storing);
    await later(100);
    for (const answer of held.splice(0)) answer(taken);
    await later(100);
    expect(await drained).toBe(true);
    expect([attempts.length, attempts.length + table.size, lane.isAtRest]).toEqual([begun + 1, 102, true]);
  });

  it('goes on when it cannot leave in time, or when its provider has asked it to slow down', async () => {
    const { lane, stage, settle, send, attempts } = useLane({ answer: () => new Promise(() => undefined) });
    await settle();
    send();
    const drained = lane.drain(1_000);
    await later(1_100);
    expect(await drained).toBe(false);
    stage.answer = () => taken;
    lane.stay();
    send({ phoneNumber: person(1) });
    await later(100);
    expect(attempts).toHaveLength(2);

    const slow = useLane();
    await slow.settle();
    slow.lane.slowDown(60_000);
    expect(await slow.lane.drain(1_000)).toBe(false);
  });
});
