import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../time/fake-clock.ts';
import { createLedger } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

function entry(more: Partial<LedgerEntry> = {}): Omit<LedgerEntry, 'seq'> {
  return {
    id: 'wamid.x',
    phoneNumberId: '1',
    to: '+966501234567',
    waId: '966501234567',
    type: 'text',
    opaque: null,
    receivedAt: 1_000,
    outcome: 'accepted',
    answer: 'given',
    httpStatus: 200,
    code: null,
    body: {},
    ...more,
  };
}

describe('the ledger', () => {
  it('finds by every filter', () => {
    const ledger = createLedger(createFakeClock(), 100, null);
    ledger.record(entry({ opaque: 'msg_1:1' }));
    ledger.record(entry({ phoneNumberId: '2', receivedAt: 2_000, opaque: 'msg_2:1' }));
    ledger.record(entry({ waId: '14155550132', type: 'image', outcome: 'refused' }));
    const seqs = (filter: Parameters<typeof ledger.find>[0]) => ledger.find(filter).map(({ seq }) => seq);
    expect(seqs({})).toEqual([1, 2, 3]);
    expect(seqs({ phoneNumberId: '2' })).toEqual([2]);
    expect(seqs({ to: '+1 415 555 0132' })).toEqual([3]);
    expect(seqs({ since: 1_500 })).toEqual([2]);
    expect(seqs({ opaque: 'msg_1:1' })).toEqual([1]);
    expect(seqs({ opaquePrefix: 'msg_' })).toEqual([1, 2]);
    expect(seqs({ outcome: 'refused' })).toEqual([3]);
    expect(seqs({ type: 'image' })).toEqual([3]);
    expect(seqs({ after: 1 })).toEqual([2, 3]);
    expect(ledger.find({}, 2)).toHaveLength(2);
    expect(ledger.count({ phoneNumberId: '1' })).toBe(2);
  });

  it('keeps a bounded number of entries and counts all of them', () => {
    const ledger = createLedger(createFakeClock(), 1_000, null);
    for (let turn = 0; turn < 20_000; turn += 1) ledger.record(entry());
    expect(ledger.find({}).length).toBeLessThanOrEqual(1_000 + 4_097);
    expect(ledger.find({}).at(-1)?.seq).toBe(20_000);
    const { accepted, forgotten } = ledger.totals();
    expect(accepted).toBe(20_000);
    expect(forgotten + ledger.find({}).length).toBe(20_000);
  });

  it('waits until enough entries match', async () => {
    const ledger = createLedger(createFakeClock(), 100, null);
    ledger.record(entry({ opaque: 'a' }));
    const waiting = ledger.waitFor({ opaque: 'a' }, 2, 1_000);
    ledger.record(entry({ opaque: 'b' }));
    ledger.record(entry({ opaque: 'a' }));
    expect(await waiting).toHaveLength(2);
    expect(await ledger.waitFor({ opaque: 'b' }, 1, 1_000)).toHaveLength(1);
  });

  it('gives what there is when the time is over', async () => {
    const clock = createFakeClock();
    const ledger = createLedger(clock, 100, null);
    const waiting = ledger.waitFor({}, 2, 1_000);
    ledger.record(entry());
    clock.advance(1_000);
    expect(await waiting).toHaveLength(1);
  });

  it('forgets everything when cleared', () => {
    const ledger = createLedger(createFakeClock(), 100, null);
    ledger.record(entry());
    ledger.clear();
    expect(ledger.find({})).toEqual([]);
    expect(ledger.pace()).toEqual([]);
    expect(ledger.record(entry()).seq).toBe(2);
  });
});
