import { describe, expect, it } from 'vitest';
import { Backlog } from '../../platform/backlog.ts';
import { createDeliveryQueue, type DeliveryQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { makeDelivery } from './tests-support/make-delivery.ts';

const openQueue = (): { queue: DeliveryQueue; backlog: Backlog<LoadedDelivery> } => {
  const backlog = new Backlog<LoadedDelivery>({ mayReturn: false });
  return { backlog, queue: createDeliveryQueue(backlog) };
};

const load = ({ queue, backlog }: ReturnType<typeof openQueue>, ...rows: LoadedDelivery[]): void => {
  queue.addWaiting(backlog.beginFilling(), rows);
  backlog.endFilling(true);
};

describe('the queue of a lane', () => {
  it('gives new events and retries in turns', () => {
    const lane = openQueue();
    const { queue, backlog } = lane;
    load(lane, makeDelivery('new 1'), makeDelivery('new 2'), makeDelivery('new 3'));
    queue.addDue(backlog.beginReading(), [makeDelivery('old 1'), makeDelivery('old 2')]);
    const order = Array.from({ length: 5 }, () => queue.take()?.id);
    expect(order).toEqual(['old 1', 'new 1', 'old 2', 'new 2', 'new 3']);
  });

  it('has one delivery about one message under way, and lets others pass', () => {
    const lane = openQueue();
    const { queue } = lane;
    load(lane, makeDelivery('sent', 'm'), makeDelivery('delivered', 'm'), makeDelivery('other', 'n'));
    const first = queue.take();
    expect([first?.id, queue.take()?.id]).toEqual(['sent', 'other']);
    expect(queue.hasNext()).toBe(false);
    queue.finish(first as LoadedDelivery);
    expect(queue.take()?.id).toBe('delivered');
  });

  it('does not take twice what the table still shows as waiting', () => {
    const lane = openQueue();
    const { queue, backlog } = lane;
    load(lane, makeDelivery('a'));
    const taken = queue.take() as LoadedDelivery;
    load(lane, makeDelivery('a'), makeDelivery('b'));
    expect([queue.waiting, backlog.size]).toEqual([1, 2]);
    // It is committed while another read of the table, begun before, is still on its way.
    const reading = backlog.beginFilling();
    queue.settle(taken);
    queue.addWaiting(reading, [makeDelivery('a'), makeDelivery('b'), makeDelivery('c')]);
    backlog.endFilling(true);
    expect([queue.take()?.id, queue.take()?.id, queue.take()]).toEqual(['b', 'c', undefined]);
  });

  it('takes a delivery again once it was settled and came back', () => {
    const lane = openQueue();
    const { queue } = lane;
    load(lane, makeDelivery('a'));
    queue.settle(queue.take() as LoadedDelivery);
    load(lane, makeDelivery('a'));
    expect(queue.take()?.id).toBe('a');
  });

  it('takes what is handed over once, although the table was quicker', () => {
    const lane = openQueue();
    const { queue } = lane;
    load(lane, makeDelivery('held'), makeDelivery('done'));
    queue.take();
    queue.settle(queue.take() as LoadedDelivery);
    for (const id of ['held', 'done', 'new', 'new']) queue.addHanded(makeDelivery(id));
    expect([queue.take()?.id, queue.take()]).toEqual(['new', undefined]);
  });

  it('forgets what is not under way when it is dropped', () => {
    const lane = openQueue();
    const { queue, backlog } = lane;
    load(lane, makeDelivery('a'), makeDelivery('b'));
    queue.take();
    queue.drop();
    expect([queue.waiting, backlog.size]).toEqual([0, 1]);
  });
});
