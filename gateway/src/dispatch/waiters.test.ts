import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WaitedAnswer } from '../monitoring/request-row.ts';
import { makeRequest } from './tests-support/make-request.ts';
import { createWaiters, type Waiting } from './waiters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer: WaitedAnswer = {
  request: makeRequest({ companyId: 'c', messageId: 'm' }),
  status: 200,
  text: '{}',
  errorCode: null,
};

const waitingFor = (messageId: string, isElsewhere = false): Waiting => ({
  companyId: 'c',
  messageId,
  isElsewhere,
  toAnswer: () => answer,
});

/** The answer a waiter has got so far: `waiting` when none. */
const listenTo = (promise: Promise<WaitedAnswer | null>): (() => WaitedAnswer | null | 'waiting') => {
  let resolved: WaitedAnswer | null | 'waiting' = 'waiting';
  void promise.then((value) => {
    resolved = value;
  });
  return () => resolved;
};

describe('a waiter', () => {
  it('gets its answer, and is gone then', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    waiters.take('one')?.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved()).toBe(answer);
    expect([waiters.size, waiters.take('one'), vi.getTimerCount()]).toEqual([0, null, 0]);
  });

  it('gets nothing when its time is over', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    await vi.advanceTimersByTimeAsync(999);
    expect(resolved()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved()).toBeNull();
    expect([waiters.size, waiters.take('one')]).toEqual([0, null]);
  });

  it('is not timed out while its answer is being written', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    const taken = waiters.take('one');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(resolved()).toBe('waiting');
    taken?.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved()).toBe(answer);
  });

  it('is taken by one at a time', () => {
    const waiters = createWaiters();
    void waiters.wait(waitingFor('one'), 1_000);
    const first = waiters.take('one');
    expect(waiters.take('one')).toBeNull();
    first?.giveBack();
    expect(waiters.take('one')).not.toBeNull();
  });

  it('that is given back waits on for the rest of its time', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    const taken = waiters.take('one');
    await vi.advanceTimersByTimeAsync(500);
    taken?.giveBack();
    await vi.advanceTimersByTimeAsync(499);
    expect(resolved()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved()).toBeNull();
  });

  it('that is given back after its time gets nothing at once', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    const taken = waiters.take('one');
    await vi.advanceTimersByTimeAsync(2_000);
    taken?.giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved()).toBeNull();
    expect(waiters.size).toBe(0);
  });

  it('that was answered is not given back', async () => {
    const waiters = createWaiters();
    const resolved = listenTo(waiters.wait(waitingFor('one'), 1_000));
    const taken = waiters.take('one');
    taken?.resolve(answer);
    taken?.giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved()).toBe(answer);
  });

  it('is dismissed at once, or as soon as no writer holds it', async () => {
    const waiters = createWaiters();
    const free = listenTo(waiters.wait(waitingFor('free'), 1_000));
    const held = listenTo(waiters.wait(waitingFor('held'), 1_000));
    const taken = waiters.take('held');
    waiters.dismiss('free');
    waiters.dismiss('held');
    waiters.dismiss('nobody');
    await vi.advanceTimersByTimeAsync(0);
    expect([free(), held()]).toEqual([null, 'waiting']);
    taken?.giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(held()).toBeNull();
  });

  it('whose message is sent elsewhere is listed for the poll, unless it is taken', () => {
    const waiters = createWaiters();
    void waiters.wait(waitingFor('here'), 1_000);
    void waiters.wait(waitingFor('there', true), 1_000);
    void waiters.wait(waitingFor('taken', true), 1_000);
    waiters.take('taken');
    expect(waiters.elsewhere()).toEqual(['there']);
  });
});

describe('all waiters', () => {
  it('are dismissed together; one whose answer is being written still gets it', async () => {
    const waiters = createWaiters();
    const resolved = ['one', 'two', 'three'].map((id) => listenTo(waiters.wait(waitingFor(id), 1_000)));
    const taken = waiters.take('two');
    waiters.dismissAll();
    taken?.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved.map((current) => current())).toEqual([null, answer, null]);
    expect(waiters.size).toBe(0);
  });
});

describe('too many waiters', () => {
  const crowd = (waitingMax: number) => {
    const crowded: string[] = [];
    const waiters = createWaiters({ waitingMax, onCrowded: (companyId) => crowded.push(companyId) });
    const wait = (companyId: string, messageId: string) =>
      listenTo(waiters.wait({ ...waitingFor(messageId), companyId }, 10_000));
    return { waiters, crowded, wait };
  };

  it('of one company leave the rest free: its oldest is the first not to be waited for', async () => {
    const { waiters, crowded, wait } = crowd(8);
    const resolved = Array.from({ length: 5 }, (_, index) => wait('greedy', `m${index}`));
    await vi.advanceTimersByTimeAsync(0);
    expect(resolved.map((listen) => listen())).toEqual([null, 'waiting', 'waiting', 'waiting', 'waiting']);
    expect([waiters.size, crowded]).toEqual([4, ['greedy']]);
  });

  it('of several companies leave room for the next one', async () => {
    const { waiters, crowded, wait } = crowd(8);
    for (let index = 0; index < 20; index += 1) wait(`greedy ${index % 2}`, `m${index}`);
    const late = wait('modest', 'late');
    await vi.advanceTimersByTimeAsync(0);
    expect(late()).toBe('waiting');
    expect(waiters.size).toBeLessThan(8);
    expect(crowded).not.toContain('modest');
  });

  it('do not push out one whose answer is being written', async () => {
    const { waiters, wait } = crowd(4);
    const [first, second] = [wait('c', 'first'), wait('c', 'second')];
    const taken = waiters.take('first');
    const third = wait('c', 'third');
    await vi.advanceTimersByTimeAsync(0);
    expect([first(), second(), third()]).toEqual(['waiting', null, 'waiting']);
    taken?.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(first()).toBe(answer);
  });

  it('are dismissed at once where nothing can give way, and leave nothing behind', async () => {
    const { waiters, wait } = crowd(1);
    const first = wait('one', 'first');
    const second = wait('two', 'second');
    await vi.advanceTimersByTimeAsync(0);
    expect([first(), second(), waiters.has('second')]).toEqual(['waiting', null, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([waiters.size, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
