import { describe, expect, it } from 'vitest';
import type { StatusFault } from '../fault/faults-by-name.ts';
import { planStatuses } from './plan-statuses.ts';

const delays = {
  sentDelayMs: 10,
  deliveredDelayMs: 20,
  readDelayMs: 30,
  playedDelayMs: 40,
  readReceipts: true,
};
const text = { type: 'text', isVoice: false };
const plan = (fault: StatusFault | null, message = text, more = {}) =>
  planStatuses(message, { ...delays, ...more }, fault);
const short = (steps: ReturnType<typeof plan>) =>
  steps.map(({ status, postAfterMs }) => `${status}@${postAfterMs}`);

describe('the statuses of a message', () => {
  it('are sent, delivered and read, in their time', () => {
    expect(short(plan(null))).toEqual(['sent@10', 'delivered@20', 'read@30']);
  });

  it('of a voice note also report that it was played', () => {
    expect(short(plan(null, { type: 'audio', isVoice: true }))).toContain('played@40');
  });

  it('of a reaction are only sent', () => {
    expect(short(plan(null, { type: 'reaction', isVoice: false }))).toEqual(['sent@10']);
  });

  it('carry pricing with sent and with one of delivered and read', () => {
    const priced = (steps: ReturnType<typeof plan>) =>
      steps.filter(({ isPriced }) => isPriced).map(({ status }) => status);
    expect(priced(plan(null))).toEqual(['sent', 'delivered']);
    expect(priced(plan({ kind: 'skip_delivered' }))).toEqual(['sent', 'read']);
    expect(priced(plan({ kind: 'fail', code: 131026 }))).toEqual([]);
  });

  it('that are reversed leave last first and still report when each happened', () => {
    const steps = plan({ kind: 'reverse' });
    expect(short(steps)).toEqual(['read@30', 'delivered@50', 'sent@70']);
    expect(steps.map(({ happenedAfterMs }) => happenedAfterMs)).toEqual([30, 20, 10]);
  });

  it('that are duplicated come twice, a little apart', () => {
    expect(short(plan({ kind: 'duplicate' })).slice(0, 2)).toEqual(['sent@10', 'sent@30']);
  });

  it('that fail carry the code', () => {
    expect(plan({ kind: 'fail', code: 131049 })).toMatchObject([{ status: 'failed', errorCode: 131049 }]);
    expect(plan({ kind: 'fail_after_delivered' }).at(-1)).toMatchObject({
      status: 'failed',
      errorCode: 131000,
    });
  });

  it('are the usual ones inside an enforced window', () => {
    expect(plan({ kind: 'window' })).toEqual(plan(null));
  });
});
