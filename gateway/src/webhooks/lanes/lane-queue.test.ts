import { describe, expect, it } from 'vitest';
import { createLaneQueue, type LaneQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';

const delivery = (id: string, messageId: string | null = null): LoadedDelivery => ({
  companyId: 'c',
  id,
  endpointId: 'e',
  eventId: id,
  messageId,
  attempt: 0,
  step: 0,
  body: '{}',
});

const load = (queue: LaneQueue, ...rows: LoadedDelivery[]): void => {
  queue.beginLoad();
  queue.addWaiting(rows);
};

describe('the queue of a lane', () => {
  it('gives new events and retries in turns', () => {
    const queue = createLaneQueue();
    load(queue, delivery('new 1'), delivery('new 2'), delivery('new 3'));
    queue.beginLoad();
    queue.addDue([delivery('old 1'), delivery('old 2')]);
    const order = Array.from({ length: 5 }, () => queue.take()?.id);
    expect(order).toEqual(['old 1', 'new 1', 'old 2', 'new 2', 'new 3']);
  });

  it('has one delivery about one message under way, and lets others pass', () => {
    const queue = createLaneQueue();
    load(queue, delivery('sent', 'm'), delivery('delivered', 'm'), delivery('other', 'n'));
    const first = queue.take();
    expect([first?.id, queue.take()?.id]).toEqual(['sent', 'other']);
    expect(queue.hasNext()).toBe(false);
    queue.finish(first as LoadedDelivery);
    expect(queue.take()?.id).toBe('delivered');
  });

  it('does not take twice what the table still shows as waiting', () => {
    const queue = createLaneQueue();
    load(queue, delivery('a'));
    const taken = queue.take() as LoadedDelivery;
    load(queue, delivery('a'), delivery('b'));
    expect([queue.waiting, queue.held]).toEqual([1, 2]);
    // It is written down while another look at the table, begun before, is still on its way.
    queue.beginLoad();
    queue.settle(taken);
    queue.addWaiting([delivery('a'), delivery('b'), delivery('c')]);
    expect([queue.take()?.id, queue.take()?.id, queue.take()]).toEqual(['b', 'c', undefined]);
  });

  it('takes a delivery again once it was settled and came back', () => {
    const queue = createLaneQueue();
    load(queue, delivery('a'));
    queue.settle(queue.take() as LoadedDelivery);
    load(queue, delivery('a'));
    expect(queue.take()?.id).toBe('a');
  });

  it('takes what is handed over once, although the table was quicker', () => {
    const queue = createLaneQueue();
    load(queue, delivery('held'), delivery('done'));
    queue.take();
    queue.settle(queue.take() as LoadedDelivery);
    for (const id of ['held', 'done', 'new', 'new']) queue.addHanded(delivery(id));
    expect([queue.take()?.id, queue.take()]).toEqual(['new', undefined]);
  });

  it('forgets what is not under way when it is dropped', () => {
    const queue = createLaneQueue();
    load(queue, delivery('a'), delivery('b'));
    queue.take();
    queue.drop();
    expect([queue.waiting, queue.held]).toEqual([0, 1]);
  });
});
