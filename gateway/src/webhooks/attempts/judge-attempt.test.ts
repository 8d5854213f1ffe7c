import { describe, expect, it } from 'vitest';
import type { OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { type Circumstances, judgeAttempt } from './judge-attempt.ts';
import { attemptsMax } from './schedule.ts';

const now = Date.UTC(2026, 10, 15, 9, 30);
const first: Circumstances = { step: 1, now, othersAnswer: false, random: () => 0.5 };

const answered = (
  status: number,
  headers: Record<string, string> = {},
  cutBy: 'length' | 'timeout' | 'reset' | null = null,
): OutgoingResult => ({
  kind: 'answered',
  status,
  headers,
  body: '',
  isWhole: cutBy === null,
  cutBy,
  address: '192.0.2.1',
  milliseconds: 5,
});

const unsent = (
  reason: Extract<OutgoingResult, { kind: 'unsent' }>['reason'],
  detail = '',
): OutgoingResult => ({ kind: 'unsent', reason, detail, address: null, milliseconds: 5 });

describe('judging an attempt', () => {
  it.each([200, 201, 204, 299])('takes %i as delivered', (status) => {
    expect(judgeAttempt(answered(status), first)).toEqual({ kind: 'delivered' });
  });

  it('takes a success whose answer is longer than what is kept, or broke off, as delivered', () => {
    expect(judgeAttempt(answered(200, {}, 'length'), first).kind).toBe('delivered');
    expect(judgeAttempt(answered(200, {}, 'reset'), first).kind).toBe('delivered');
  });

  it('does not take a success whose answer never ends', () => {
    expect(judgeAttempt(answered(200, {}, 'timeout'), first)).toMatchObject({
      kind: 'retry',
      errorClass: 'timeout',
    });
  });

  it.each([
    [500, 'status'],
    [404, 'status'],
    [302, 'redirect'],
    [304, 'redirect'],
    [503, 'throttled'],
  ])('tries again after %i', (status, errorClass) => {
    expect(judgeAttempt(answered(status), first)).toMatchObject({
      kind: 'retry',
      errorClass,
      dueAt: now + 5_000,
    });
  });

  it('takes a 410 as a request to stop', () => {
    expect(judgeAttempt(answered(410), first)).toMatchObject({ kind: 'gone', errorClass: 'gone' });
  });

  it.each([
    ['120', 120_000],
    ['999999', 86_400_000],
    [new Date(now + 90_000).toUTCString(), 90_000],
  ])('honours Retry-After: %s', (value, milliseconds) => {
    expect(judgeAttempt(answered(429, { 'retry-after': value }), first)).toMatchObject({
      kind: 'retry',
      dueAt: now + milliseconds,
      askedUntil: now + milliseconds,
    });
  });

  it('does not heed Retry-After of other answers, nor nonsense in it', () => {
    expect(judgeAttempt(answered(500, { 'retry-after': '900' }), first)).toMatchObject({ askedUntil: null });
    expect(judgeAttempt(answered(429, { 'retry-after': 'soon' }), first)).toMatchObject({ askedUntil: null });
  });

  it('gives up after the last attempt', () => {
    const last = { ...first, step: attemptsMax };
    expect(judgeAttempt(answered(500), { ...first, step: attemptsMax - 1 }).kind).toBe('retry');
    expect(judgeAttempt(answered(500), last)).toMatchObject({ kind: 'failed', errorClass: 'status' });
  });

  it('gives up at once where a retry cannot help, and says why', () => {
    const detail = '10.0.0.1 is not a public address: private (RFC 1918).';
    expect(judgeAttempt(unsent('blocked', detail), first)).toMatchObject({
      kind: 'failed',
      errorClass: 'blocked',
      failure: { code: 'blocked', detail },
    });
    expect(judgeAttempt(unsent('invalid_request'), first).kind).toBe('failed');
  });

  it.each(['connect ENETUNREACH 1.1.1.1:443', 'getaddrinfo EAI_AGAIN hooks.example'])(
    'does not count %s while no other webhook answers',
    (detail) => {
      const reason = detail.startsWith('connect') ? 'unreachable' : 'dns';
      expect(judgeAttempt(unsent(reason, detail), first)).toMatchObject({
        kind: 'ours',
        dueAt: now + 30_000,
      });
      expect(judgeAttempt(unsent(reason, detail), { ...first, othersAnswer: true })).toMatchObject({
        kind: 'retry',
        errorClass: reason,
      });
    },
  );

  it('does not count what a stop of ours broke off', () => {
    expect(judgeAttempt(unsent('closed'), { ...first, othersAnswer: true }).kind).toBe('ours');
  });

  it('counts a name that does not exist and a host that refuses', () => {
    expect(judgeAttempt(unsent('dns', 'getaddrinfo ENOTFOUND x'), first).kind).toBe('retry');
    expect(judgeAttempt(unsent('refused'), first).kind).toBe('retry');
  });
});
