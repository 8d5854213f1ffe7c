import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createLiveWakes, type LiveWakes } from './wakes.ts';

const itself = (companyId: string): string => companyId;

/** Processes that get every notification of any of them. */
const createProcesses = (count: number) => {
  const notified: string[] = [];
  const all: LiveWakes[] = Array.from({ length: count }, () =>
    createLiveWakes({
      log: createLog('silent'),
      notify: async (payloads) => {
        notified.push(...payloads);
        for (const payload of payloads) for (const one of all) one.receive(payload);
      },
    }),
  );
  return { notified, all: all as [LiveWakes, ...LiveWakes[]] };
};

describe('a commit', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('of a company without followers costs nothing, not even a look at its rows', () => {
    const { all, notified } = createProcesses(1);
    const companyIdOf = vi.fn(itself);
    for (let commits = 0; commits < 1_000; commits += 1) all[0].committed(['a', 'b'], companyIdOf);
    vi.advanceTimersByTime(1_000);
    expect(companyIdOf).not.toHaveBeenCalled();
    expect(notified).toEqual([]);
  });

  it('wakes those who follow its company, once, and notifies no other process', () => {
    const { all, notified } = createProcesses(1);
    const [a, b] = [vi.fn(), vi.fn()];
    const leave = all[0].follow('a', a);
    all[0].follow('b', b);
    all[0].committed(['a', 'c', 'a', 'a'], itself);
    expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
    leave();
    all[0].committed(['a'], itself);
    expect(a).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(notified.filter((payload) => payload.startsWith('wrote'))).toEqual([]);
  });

  it('wakes followers at another process, many commits by one notification', () => {
    const { all, notified } = createProcesses(3);
    const [here, there, idle] = all as [LiveWakes, LiveWakes, LiveWakes];
    const woken = vi.fn();
    there.follow('a', woken);
    idle.follow('b', vi.fn());
    vi.advanceTimersByTime(20);
    for (let commits = 0; commits < 100; commits += 1) here.committed(['a', 'c'], itself);
    vi.advanceTimersByTime(20);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(notified.filter((payload) => payload.startsWith('wrote'))).toHaveLength(1);
  });

  it('is notified no longer once the other process has not said for a minute that it follows', () => {
    const { all, notified } = createProcesses(2);
    const [here, there] = all as [LiveWakes, LiveWakes];
    const leave = there.follow('a', vi.fn());
    vi.advanceTimersByTime(30_000);
    here.committed(['a'], itself);
    vi.advanceTimersByTime(20);
    expect(notified.filter((payload) => payload.startsWith('wrote'))).toHaveLength(1);
    leave();
    vi.advanceTimersByTime(100_000);
    here.committed(['a'], itself);
    vi.advanceTimersByTime(20);
    expect(notified.filter((payload) => payload.startsWith('wrote'))).toHaveLength(1);
  });

  it('is announced in payloads that PostgreSQL takes', () => {
    const { all, notified } = createProcesses(1);
    for (let index = 0; index < 1_000; index += 1)
      all[0].follow(`00000000-0000-7000-8000-${String(index).padStart(12, '0')}`, vi.fn());
    vi.advanceTimersByTime(20);
    expect(notified).toHaveLength(5);
    for (const payload of notified) expect(payload.length).toBeLessThan(8_000);
  });
});
