import { describe, expect, it } from 'vitest';
import { toPublicId } from '../platform/ids.ts';
import type { SendOutcome, SendResult } from '../providers/provider.ts';
import type { OnUnknown } from './entry.ts';
import { judgeOutcome, releasedSettlement } from './judge-outcome.ts';
import { someFailure as failure, makeEntry } from './tests-support/make-entry.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const context = { senderId: 'sender', ownerEpoch: '7', callId: 'call', now };

const resultOf = (outcome: SendOutcome): SendResult => ({
  outcome,
  call: {
    method: 'POST',
    url: 'https://graph.facebook.com/v24.0/1/messages',
    requestBody: '{}',
    status: 200,
    answerBody: '{}',
    milliseconds: 12.345,
  },
});

const judge = (outcome: SendOutcome, onUnknown: OnUnknown = 'hold') =>
  judgeOutcome(resultOf(outcome), makeEntry({ onUnknown, attempt: 3 }), context);

const retry = (
  scope: 'message' | 'recipient' | 'sender',
  afterSeconds: number | null = null,
): SendOutcome => ({
  kind: 'retry',
  scope,
  afterSeconds,
  failure,
});

const everyOnUnknown: readonly OnUnknown[] = ['hold', 'retry', 'fail'];

describe('whatever a message says about unknown outcomes', () => {
  it.each(everyOnUnknown)('sent is sent (%s)', (onUnknown) => {
    const { settlement, verdict } = judge({ kind: 'sent', providerMessageId: 'wamid.1' }, onUnknown);
    expect(settlement).toMatchObject({ status: 'sent', historyStatus: 'sent', dueAt: null, failure: null });
    expect(settlement.providerMessageId).toBe('wamid.1');
    expect(verdict).toEqual({ kind: 'done' });
  });

  it.each(everyOnUnknown)('rejected is failed, with the reason (%s)', (onUnknown) => {
    const { settlement, verdict } = judge({ kind: 'rejected', failure }, onUnknown);
    expect(settlement).toMatchObject({ status: 'failed', historyStatus: 'failed', dueAt: null });
    expect(JSON.parse(settlement.failure ?? '')).toEqual(failure);
    expect(verdict).toEqual({ kind: 'done' });
  });

  it.each(everyOnUnknown)('suspended goes back to its place and stops the sender (%s)', (onUnknown) => {
    const { settlement, verdict } = judge({ kind: 'suspended', failure }, onUnknown);
    expect(settlement).toMatchObject({ status: 'queued', historyStatus: null, dueAt: null });
    expect(verdict).toEqual({ kind: 'suspended', failure });
  });

  it.each(everyOnUnknown)('a retry of the sender waits, and the sender with it (%s)', (onUnknown) => {
    const { settlement, verdict } = judge(retry('sender', 60), onUnknown);
    expect(settlement).toMatchObject({ status: 'queued', historyStatus: null, dueAt: expect.any(Date) });
    expect(verdict).toMatchObject({ kind: 'again', scope: 'sender', pauseMilliseconds: 60_000 });
    if (verdict.kind === 'again') expect(verdict.delayMilliseconds).toBeGreaterThanOrEqual(60_000);
  });

  it('a message that keeps causing retries of the sender steps aside, and the sender pauses only a moment', () => {
    const { verdict } = judgeOutcome(resultOf(retry('sender', null)), makeEntry({ attempt: 8 }), context);
    expect(verdict).toMatchObject({ kind: 'again', scope: 'sender', pauseMilliseconds: 1_000 });
    if (verdict.kind === 'again') expect(verdict.delayMilliseconds).toBeGreaterThan(100_000);
  });

  it.each(['message', 'recipient'] as const)('a retry of the %s parks its person', (scope) => {
    const { settlement, verdict } = judge(retry(scope, 60));
    expect(settlement).toMatchObject({ status: 'queued', historyStatus: null });
    if (verdict.kind !== 'again') throw new Error(`the verdict is ${verdict.kind}`);
    expect(verdict.scope).toBe('recipient');
    expect(settlement.dueAt?.getTime()).toBe(now.getTime() + verdict.delayMilliseconds);
    expect(verdict.delayMilliseconds).toBeGreaterThanOrEqual(60_000);
  });
});

describe('an unknown outcome', () => {
  const unknown: SendOutcome = { kind: 'unknown', failure };

  it('is held as unconfirmed', () => {
    const { settlement, verdict } = judge(unknown, 'hold');
    expect(settlement).toMatchObject({ status: 'unconfirmed', historyStatus: 'unconfirmed', dueAt: null });
    expect(verdict).toEqual({ kind: 'done' });
  });

  it('is failed when its sender wants that', () => {
    const { settlement, verdict } = judge(unknown, 'fail');
    expect(settlement).toMatchObject({ status: 'failed', historyStatus: 'failed', dueAt: null });
    expect(verdict).toEqual({ kind: 'done' });
  });

  it('is tried again when its sender wants that, and was unconfirmed for all to see', () => {
    const { settlement, verdict } = judge(unknown, 'retry');
    expect(settlement).toMatchObject({ status: 'queued', historyStatus: 'unconfirmed' });
    expect(verdict).toMatchObject({ kind: 'again', scope: 'recipient' });
    expect(settlement.dueAt?.getTime()).toBeGreaterThan(now.getTime());
  });

  it.each(everyOnUnknown)('keeps its reason (%s)', (onUnknown) => {
    expect(JSON.parse(judge(unknown, onUnknown).settlement.failure ?? '')).toEqual(failure);
  });
});

describe('every attempt', () => {
  it.each<SendOutcome>([
    { kind: 'sent', providerMessageId: 'wamid.1' },
    { kind: 'rejected', failure },
    { kind: 'suspended', failure },
    { kind: 'unknown', failure },
    retry('message'),
  ])('that ends $kind is a call, and names its process and attempt', (outcome) => {
    const { settlement } = judge(outcome);
    expect(settlement).toMatchObject({
      senderId: 'sender',
      ownerEpoch: '7',
      attempt: 3,
      at: now,
      answer: null,
    });
    expect(settlement.call).toMatchObject({
      id: 'call',
      kind: 'provider',
      attempt: 3,
      messageId: settlement.id,
      outcome: outcome.kind,
      status: 200,
    });
  });

  it('of several calls keeps all of them in order, and only the last decides', () => {
    const given = resultOf({ kind: 'unknown', failure });
    const steps = [
      { ...given.call, url: 'https://example.com/token' },
      { ...given.call, url: 'https://example.com/lost', status: null },
    ];
    const { settlement } = judgeOutcome({ ...given, steps }, makeEntry({ attempt: 3 }), context);
    expect(settlement.status).toBe('unconfirmed');
    expect(settlement.steps?.map(({ url, outcome }) => [url, outcome])).toEqual([
      ['https://example.com/token', 'sent'],
      ['https://example.com/lost', 'unknown'],
    ]);
    const ids = [...(settlement.steps ?? []), settlement.call].map((row) => row?.id);
    expect(ids[0]).toBe('call');
    expect(new Set(ids).size).toBe(3);
    expect(settlement.call?.outcome).toBe('unknown');
  });

  it.each(everyOnUnknown)(
    'with an unknown end is repeated where repetitions are refused (%s)',
    (onUnknown) => {
      const { settlement, verdict } = judgeOutcome(
        resultOf({ kind: 'unknown', failure }),
        makeEntry({ onUnknown, attempt: 3 }),
        { ...context, usedId: 'msg_x:2' },
      );
      expect(settlement).toMatchObject({ status: 'queued', historyStatus: null, dueAt: expect.any(Date) });
      expect(settlement.providerMessageId).toBe('msg_x:2');
      expect(verdict).toMatchObject({ kind: 'again', scope: 'recipient', pauseMilliseconds: 0 });
    },
  );

  it.each(['retry', 'suspended'] as const)(
    'with the end %s has the next attempt use a new id only where the provider has refused the old one',
    (kind) => {
      const refusal = { kind, scope: 'message', afterSeconds: null, failure };
      const idAfter = (clientId: string | null, usedId: string | null, isIdSpent?: true) => {
        const outcome = { ...refusal, isIdSpent } as SendOutcome;
        const entry = makeEntry({ attempt: 3, clientId });
        const { settlement } = judgeOutcome(resultOf(outcome), entry, { ...context, usedId });
        return settlement.providerMessageId?.replace(toPublicId('message', entry.id), 'id') ?? null;
      };
      expect(idAfter('msg_x:2', 'msg_x:2', true)).toBe('id:4');
      // Attempt 2 may have been accepted and attempt 3 never got through: a new id would send it twice.
      expect(idAfter('msg_x:2', 'msg_x:2')).toBe('msg_x:2');
      expect(idAfter(null, 'msg_x:3')).toBeNull();
      expect(idAfter('wamid.x', null)).toBeNull();
    },
  );

  it('that was never made goes back without a trace', () => {
    const entry = makeEntry({ attempt: 2 });
    expect(releasedSettlement(entry, context)).toMatchObject({
      id: entry.id,
      status: 'queued',
      historyStatus: null,
      call: null,
      dueAt: null,
      attempt: 2,
      ownerEpoch: '7',
    });
  });
});
