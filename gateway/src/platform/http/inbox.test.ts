import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.ts';

describe('the inbox', () => {
  it('lets in so many requests and no more', () => {
    const inbox = createInbox({ requestsMax: 2, bytesMax: 1_000 });
    const leave = inbox.enter(1);
    expect(inbox.enter(1)).not.toBeNull();
    expect(inbox.enter(1)).toBeNull();
    leave?.();
    expect(inbox.enter(1)).not.toBeNull();
  });

  it('lets in so many bytes and no more', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 10 });
    inbox.enter(6);
    expect(inbox.enter(5)).toBeNull();
    expect(inbox.enter(4)).not.toBeNull();
    expect(inbox.bytes).toBe(10);
  });

  it('lets one request in however large it is', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 10 });
    expect(inbox.enter(50)).not.toBeNull();
    expect(inbox.enter(1)).toBeNull();
  });

  it('is empty when all have left, and never above its limits', () => {
    const steps = fc.array(fc.record({ enters: fc.boolean(), size: fc.nat({ max: 8 }), which: fc.nat() }));
    fc.assert(
      fc.property(steps, (list) => {
        const inbox = createInbox({ requestsMax: 5, bytesMax: 20 });
        const inside: (() => void)[] = [];
        for (const { enters, size, which } of list) {
          const leave = enters ? inbox.enter(size) : null;
          if (leave) inside.push(leave);
          if (!enters && inside.length > 0) inside.splice(which % inside.length, 1)[0]?.();
          expect(inbox.requests).toBe(inside.length);
          expect(inbox.requests).toBeLessThanOrEqual(5);
          expect(inbox.bytes).toBeLessThanOrEqual(20);
        }
        for (const leave of inside) leave();
        expect([inbox.requests, inbox.bytes]).toEqual([0, 0]);
      }),
    );
  });
});
