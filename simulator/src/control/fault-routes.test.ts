import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';
import { faultNames } from '../fault/faults-by-name.ts';

const person = '+966501112233';
const running = useSimulator();
const tested = new Set<string>();

beforeEach(() => running.quiet());
afterEach(async () => {
  await running.control('DELETE', '/faults');
  await running.control('DELETE', '/ledger');
});

async function cause(name: string, more: object = {}) {
  tested.add(name);
  const answer = await running.control('POST', '/faults', { name, ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

const names = () => running.receiver.statuses().map(({ status }) => status);
const recorded = async () => (await running.control('GET', '/ledger')).body.data;

describe('faults of the answer', () => {
  it.each([
    ['throughput_reached', 400, 130429],
    ['pair_rate_reached', 400, 131056],
    ['token_invalid', 401, 190],
  ])('%s answers %i with code %i, once when counted once', async (name, status, code) => {
    await cause(name, { count: 1 });
    const refused = await running.send(person);
    expect(refused.status).toBe(status);
    expect(refused.body.error.code).toBe(code);
    expect((await running.send(person)).status).toBe(200);
    await running.receiver.waitForStatuses(3);
  });

  it('answer_error answers with any code of the catalogue and its status', async () => {
    await cause('answer_error', { code: 131048 });
    expect((await running.send(person)).body.error.code).toBe(131048);
    await running.control('DELETE', '/faults');
    await cause('answer_error', { code: 133004 });
    expect(await running.send(person)).toMatchObject({ status: 503, body: { error: { code: 133004 } } });
  });

  it('server_error answers 500 without a body', async () => {
    await cause('server_error');
    expect(await running.send(person)).toMatchObject({ status: 500, text: '' });
  });

  it('slow_answer waits as long as it is set to', async () => {
    await cause('slow_answer', { delay_ms: 200, count: 1 });
    const startedAt = Date.now();
    expect((await running.send(person)).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(195);
    await running.receiver.waitForStatuses(3);
  });

  it('no_answer records the message and leaves the caller waiting', async () => {
    await cause('no_answer', { count: 1 });
    const sending = running.send(person).catch(() => 'failed');
    expect(await Promise.race([sending, sleep(150, 'silence')])).toBe('silence');
    expect(await recorded()).toMatchObject([{ answer: 'none', outcome: 'accepted' }]);
    await running.receiver.waitForStatuses(3);
  });

  it('reset_before_recording loses the message', async () => {
    await cause('reset_before_recording', { count: 1 });
    await expect(running.send(person)).rejects.toThrow();
    expect(await recorded()).toEqual([]);
  });

  it('reset_after_recording keeps the message', async () => {
    await cause('reset_after_recording', { count: 1 });
    await expect(running.send(person)).rejects.toThrow();
    expect(await recorded()).toMatchObject([{ answer: 'reset', outcome: 'accepted' }]);
    await running.receiver.waitForStatuses(3);
  });

  it('status_before_answer posts the sent status first', async () => {
    await cause('status_before_answer', { count: 1 });
    await running.send(person);
    expect(names()[0]).toBe('sent');
    await running.receiver.waitForStatuses(3);
  });
});

describe('faults of the statuses', () => {
  it.each([
    ['undeliverable', ['failed 131026']],
    ['window_closed', ['failed 131047']],
    ['window_enforced', ['failed 131047']],
    ['marketing_capped', ['failed 131049']],
    ['opted_out', ['failed 131050']],
    ['duplicated_statuses', ['sent', 'sent', 'delivered', 'delivered', 'read', 'read']],
    ['out_of_order_statuses', ['read', 'delivered', 'sent']],
    ['skipped_delivered', ['sent', 'read']],
    ['failed_after_delivered', ['sent', 'delivered', 'failed 131000']],
    ['stays_sent', ['sent']],
    ['missing_statuses', []],
  ])('%s gives %j', async (name, expected) => {
    await cause(name, { phone_number_id: account.phoneNumberId });
    expect((await running.send(person)).status).toBe(200);
    await running.receiver.waitForStatuses(expected.length);
    await running.settled();
    const seen = running.receiver
      .statuses()
      .map(({ status, errors }) => (errors ? `${status} ${errors[0]?.code}` : status));
    expect(seen).toEqual(expected);
  });

  it('failed_status fails with any code of the catalogue', async () => {
    await cause('failed_status', { code: 131042 });
    await running.send(person);
    expect((await running.receiver.waitForStatuses(1))[0]).toMatchObject({ errors: [{ code: 131042 }] });
  });

  it('meets a fault of the answer at the same time', async () => {
    await cause('reset_after_recording', { count: 1 });
    await cause('missing_statuses', { count: 1 });
    await expect(running.send(person)).rejects.toThrow();
    await running.settled();
    expect(await recorded()).toHaveLength(1);
    expect(names()).toEqual([]);
  });
});

describe('the rules of a fault', () => {
  it('can name one phone number and one recipient', async () => {
    await cause('server_error', { phone_number_id: '999' });
    await cause('throughput_reached', { to: '+966 50 999 9999' });
    expect((await running.send(person)).status).toBe(200);
    expect((await running.send('+966509999999')).status).toBe(400);
    await running.receiver.waitForStatuses(3);
  });

  it('are listed with how often they hit, and removed one by one', async () => {
    const { id } = await cause('server_error', { count: 5 });
    await running.send(person);
    const { body } = await running.control('GET', '/faults');
    expect(body.data).toMatchObject([{ id, name: 'server_error', count: 5, hits: 1 }]);
    expect((await running.control('DELETE', `/faults/${id}`)).status).toBe(204);
    expect((await running.control('DELETE', `/faults/${id}`)).status).toBe(404);
  });

  it.each([
    [{ name: 'earthquake' }, 'fault_unknown'],
    [{ name: 'answer_error' }, 'field_invalid'],
    [{ name: 'failed_status', code: 7 }, 'field_invalid'],
    [{ name: 'server_error', probability: 2 }, 'field_invalid'],
    [{ name: 'server_error', often: 1 }, 'field_unknown'],
  ])('%j is refused', async (body, code) => {
    const answer = await running.control('POST', '/faults', body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
  });
});

it('every fault that has a name is tested here', () => {
  expect([...tested].sort()).toEqual([...faultNames].sort());
});
