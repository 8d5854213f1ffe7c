// Messages that are scheduled for later.

import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

const day = 86_400_000;
const inFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

describe('schedule_at', () => {
  it('makes a message wait until its time: answered at once, sent then and not before', async () => {
    const scheduleAt = inFuture(4_000);
    const { status, body } = await company.send({ schedule_at: scheduleAt });
    expect([status, body.status]).toEqual([202, 'queued']);
    expect(await company.message(body.message_id)).toMatchObject({
      status: 'queued',
      schedule_at: scheduleAt,
      next_attempt_at: scheduleAt,
      attempts: 0,
    });
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
    const [entry] = await company.ledger({ opaque_prefix: body.message_id });
    expect(entry?.received_at).toBeGreaterThanOrEqual(Date.parse(scheduleAt));
  });

  it('does not hold up what is sent now to the same person', async () => {
    const { body } = await company.send({ schedule_at: inFuture(60_000) });
    expect(await company.send()).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect((await company.message(body.message_id)).status).toBe('queued');
  });

  it('may be up to thirty days ahead, in any zone', async () => {
    const ahead = new Date(Date.now() + 29 * day);
    const inRiyadh = `${new Date(ahead.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`;
    const { status, body } = await company.send({ schedule_at: inRiyadh });
    expect(status).toBe(202);
    const { schedule_at } = await company.message(body.message_id);
    expect(schedule_at?.slice(0, 19)).toBe(ahead.toISOString().slice(0, 19));
  });

  it('that has just passed means now', async () => {
    const { status, body } = await company.send({ schedule_at: inFuture(-5_000) });
    expect([status, body.status]).toEqual([200, 'sent']);
    expect((await company.message(body.message_id)).schedule_at).toBeNull();
  });

  it.each([
    ['an hour ago', -3_600_000],
    ['more than thirty days ahead', 30 * day + 3_600_000],
  ])('%s is refused, and nothing is stored', async (_name, milliseconds) => {
    const answer = await company.send({ schedule_at: inFuture(milliseconds), reference: 'never' });
    expectProblem(answer, 'invalid_schedule', { pointer: '/schedule_at' });
    const stored = await stage.database.query(`select id from messages where reference = 'never'`);
    expect(stored).toEqual([]);
  });

  it.each(['tomorrow', '2026-11-15', '2026-02-30T10:00:00Z'])(
    'that is no time (%s) is refused',
    async (text) => {
      expect((await company.send({ schedule_at: text })).status).toBe(422);
    },
  );
});
