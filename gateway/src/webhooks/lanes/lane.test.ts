import { describe, expect, it } from 'vitest';
import type { OpenEndpoint } from '../endpoints/open-endpoint.ts';
import { newHealth } from './health.ts';
import { createLane, type Lane } from './lane.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { createSlots } from './slots.ts';

const endpoint: OpenEndpoint = {
  companyId: 'c',
  id: 'e',
  url: 'https://example.com/hook',
  headers: {},
  state: 'active',
  deliveriesPerSecond: null,
  concurrency: 1,
  version: 1,
  timezone: 'UTC',
  secretsAt: () => [],
};

const delivery = (id: string): LoadedDelivery => ({
  companyId: 'c',
  id,
  endpointId: 'e',
  eventId: id,
  messageId: null,
  attempt: 0,
  step: 0,
  body: '{}',
});

/** Its receiver never answers, so that what is loaded stays. */
const busyLane = (): { lane: Lane; wishes: () => number } => {
  let wishes = 0;
  const lane = createLane({
    endpoint,
    health: newHealth,
    slots: createSlots(10),
    now: Date.now,
    mayStart: () => true,
    attempt: () => new Promise(() => undefined),
    onHungry: () => {
      wishes += 1;
    },
  });
  return { lane, wishes: () => wishes };
};

describe('a lane', () => {
  it('knows what need not be loaded again', () => {
    const { lane } = busyLane();
    lane.beginLoad();
    lane.offer([delivery('under way'), delivery('waiting')], true);
    expect(['under way', 'waiting', 'new'].map((id) => lane.has(id))).toEqual([true, true, false]);
  });

  it('asks for nothing more once it was shown all', () => {
    const { lane, wishes } = busyLane();
    lane.beginLoad();
    lane.offer([delivery('one')], true);
    expect(lane.wanted()).toBe(0);
    expect(wishes()).toBe(0);
  });

  it('looks again when it was paused and resumed while a load left out what it had', () => {
    const { lane, wishes } = busyLane();
    lane.beginLoad();
    lane.offer([delivery('one'), delivery('two')], true);
    lane.beginLoad();
    expect(lane.has('two')).toBe(true);
    lane.change({ ...endpoint, state: 'paused' }, newHealth);
    lane.change(endpoint, newHealth);
    const before = wishes();
    lane.offer([], true);
    expect(lane.has('two')).toBe(false);
    expect(lane.wanted()).toBeGreaterThan(0);
    expect(wishes()).toBeGreaterThan(before);
  });
});
