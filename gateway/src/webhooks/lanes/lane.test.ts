import { describe, expect, it } from 'vitest';
import { timeOfUuid } from '../../platform/ids.ts';
import type { OpenWebhook } from '../registered/open-webhook.ts';
import { newHealth } from './health.ts';
import { createDeliveryLane, type DeliveryLane } from './lane.ts';
import { createSlots } from './slots.ts';
import { firstUuid } from './supply.ts';
import { makeDelivery } from './tests-support/make-delivery.ts';

const webhook: OpenWebhook = {
  companyId: 'c',
  id: 'w',
  url: 'https://example.com/hook',
  headers: {},
  state: 'active',
  events: [],
  statuses: [],
  deliveriesPerSecond: null,
  concurrency: 1,
  version: 1,
  timezone: 'UTC',
  secretsAt: () => [],
  hide: (text) => text,
};

/** Its receiver never answers unless it is told to, so that what is loaded stays. */
const busyLane = (
  onAttempt: (id: string) => void = () => undefined,
  concurrency = 1,
  answer: () => Promise<void> = () => new Promise(() => undefined),
  write: () => Promise<void> = () => Promise.resolve(),
): { lane: DeliveryLane; wishes: () => number; givenUp: string[] } => {
  let wishes = 0;
  const givenUp: string[] = [];
  const lane = createDeliveryLane({
    webhook: { ...webhook, concurrency },
    health: newHealth,
    slots: createSlots(10),
    now: Date.now,
    mayStart: () => true,
    attempt: async (_lane, { id }) => {
      onAttempt(id);
      await answer();
      return { written: write() };
    },
    onHungry: () => {
      wishes += 1;
    },
    onGivenUp: (_lane, deliveries) => givenUp.push(...deliveries.map(({ id }) => id)),
    checkedTo: firstUuid,
  });
  return { givenUp, lane, wishes: () => wishes };
};

describe('a lane', () => {
  it('knows what need not be loaded again', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.offer([makeDelivery('under way'), makeDelivery('waiting')], true);
    expect(['under way', 'waiting', 'new'].map((id) => lane.has(id))).toEqual([true, true, false]);
  });

  it('asks for nothing more once it was shown all', () => {
    const { lane, wishes } = busyLane();
    lane.beginLoad();
    lane.offer([makeDelivery('one')], true);
    expect(lane.wanted()).toBe(0);
    expect(wishes()).toBe(0);
  });

  it('takes what is handed over once it was shown all', () => {
    const { lane, wishes } = busyLane();
    expect(lane.takesHanded()).toBe(false);
    lane.beginLoad();
    lane.offer([makeDelivery('old')], true);
    expect(lane.takesHanded()).toBe(true);
    lane.hand(makeDelivery('new'));
    expect(lane.has('new')).toBe(true);
    expect(wishes()).toBe(0);
  });

  it('keeps what is handed over during a load behind what the load finds', () => {
    const begun: string[] = [];
    const { lane } = busyLane((id) => begun.push(id), 2);
    lane.beginLoad();
    lane.hand(makeDelivery('new'));
    lane.hand(makeDelivery('found and handed over'));
    lane.pump();
    expect(begun).toEqual([]);
    // Otherwise it could be given away with what it holds.
    expect(lane.isIdle).toBe(false);
    lane.offer([makeDelivery('old'), makeDelivery('found and handed over')], true);
    expect(begun).toEqual(['old', 'found and handed over']);
    expect(lane.has('new')).toBe(true);
  });

  it('leaves what is handed over to the table when more waits there', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.hand(makeDelivery('new'));
    lane.offer([makeDelivery('old')], false);
    expect([lane.has('new'), lane.takesHanded(), lane.wanted() > 0]).toEqual([false, false, true]);
  });

  it('leaves what is handed over to the table when it has enough to do', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.offer([], true);
    let taken = 0;
    while (lane.takesHanded() && taken < 1_000) {
      taken += 1;
      lane.hand(makeDelivery(String(taken)));
    }
    expect(taken).toBeLessThan(100);
    expect(lane.takesHanded()).toBe(false);
  });

  it('looks from a moment ago on when it knew all, and further back when it is told to', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.offer([], true);
    lane.supply.floor = firstUuid;
    lane.poke();
    expect(timeOfUuid(lane.supply.floor).getTime()).toBeGreaterThan(Date.now() - 120_000);
    lane.poke(firstUuid);
    lane.poke();
    expect(lane.supply.floor).toBe(firstUuid);
  });

  it('still looks again for what came during a load when one of due ones began meanwhile', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.poke();
    lane.beginDueLoad();
    lane.offerDue([]);
    lane.offer([], true);
    expect(lane.wanted()).toBeGreaterThan(0);
  });

  it('is idle once what is under way has ended when it is to leave, and finds the rest again when it stays', async () => {
    const answers: (() => void)[] = [];
    const begun: string[] = [];
    const { lane, givenUp } = busyLane(
      (id) => begun.push(id),
      1,
      () => new Promise((answer) => answers.push(answer)),
    );
    lane.beginLoad();
    lane.offer([makeDelivery('under way'), makeDelivery('waiting')], true);
    lane.hand({ ...makeDelivery('only in memory'), isWritten: false });
    lane.leave();
    expect([lane.isIdle, lane.isLeaving(), lane.takesHanded(), lane.wanted()]).toEqual([
      false,
      true,
      false,
      0,
    ]);
    expect(givenUp).toEqual(['only in memory']);
    for (const answer of answers) answer();
    await expect.poll(() => lane.isIdle).toBe(true);
    expect(begun).toEqual(['under way']);
    lane.stay();
    expect([lane.isLeaving(), lane.wanted() > 0]).toEqual([false, true]);
  });

  it('may not leave once a result could not be written, because it would stand still for ever', async () => {
    const lost = () => Promise.reject(new Error('no row'));
    const { lane } = busyLane(undefined, 1, () => Promise.resolve(), lost);
    expect(lane.mayLeave()).toBe(true);
    lane.beginLoad();
    lane.offer([makeDelivery('unwritten')], true);
    await expect.poll(() => lane.mayLeave()).toBe(false);
    expect(lane.isIdle).toBe(false);
  });

  it('looks again when it was paused and resumed while a load left out what it had', () => {
    const { lane, wishes } = busyLane();
    lane.beginLoad();
    lane.offer([makeDelivery('one'), makeDelivery('two')], true);
    lane.beginLoad();
    expect(lane.has('two')).toBe(true);
    lane.change({ ...webhook, state: 'paused' }, newHealth);
    lane.change(webhook, newHealth);
    const before = wishes();
    lane.offer([], true);
    expect(lane.has('two')).toBe(false);
    expect(lane.wanted()).toBeGreaterThan(0);
    expect(wishes()).toBeGreaterThan(before);
  });

  it('takes again what it dropped before a load began, although an older one of due ones is still going on', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.offer([makeDelivery('one'), makeDelivery('two')], true);
    lane.beginDueLoad();
    lane.change({ ...webhook, state: 'paused' }, newHealth);
    lane.change(webhook, newHealth);
    lane.beginLoad();
    expect([lane.has('one'), lane.has('two')]).toEqual([true, false]);
    lane.offer([makeDelivery('two')], true);
    expect(lane.has('two')).toBe(true);
    lane.offerDue([]);
  });
});
