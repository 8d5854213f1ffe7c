import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, startSimulator } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';
import { createFakeClock } from '../time/fake-clock.ts';
import { magicNumbers } from './magic-numbers.ts';

const running = useSimulator();
const tested = new Set<string>();

beforeEach(async () => {
  await running.quiet();
  await running.control('DELETE', '/ledger');
});

function send(number: string, more?: object) {
  tested.add(number);
  return running.send(number, more);
}

const names = () => running.receiver.statuses().map(({ status }) => status);
const recorded = async (to: string) =>
  (await running.control('GET', `/ledger?to=${encodeURIComponent(to)}`)).body.data;

describe('the table of magic numbers', () => {
  it('holds only numbers that are possible in international format', () => {
    for (const { number } of magicNumbers) {
      expect(parsePhoneNumberFromString(number)?.isPossible(), number).toBe(true);
      expect(number).toMatch(/^\+1555\d{7}$/);
    }
  });

  it('has every number once', () => {
    expect(new Set(magicNumbers.map(({ number }) => number)).size).toBe(magicNumbers.length);
  });

  it('is the table of the README, row by row', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\+1555\d+)` +\| `(\w+)` +\| (.+?) +\|$/gm)];
    expect(rows.map(([, number, name, happens]) => ({ number, name, happens }))).toEqual(
      magicNumbers.map(({ number, name, happens }) => ({ number, name, happens })),
    );
  });

  it('is given out by the control API', async () => {
    const { body } = await running.control('GET', '/magic-numbers');
    expect(body.data).toHaveLength(magicNumbers.length);
  });
});

describe('numbers that refuse', () => {
  it.each([
    ['+15550130429', 400, 130429],
    ['+15550131056', 400, 131056],
    ['+15550000190', 401, 190],
  ])('%s is refused with its code and recorded as refused', async (number, status, code) => {
    const answer = await send(number);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code, type: 'OAuthException' });
    expect(await recorded(number)).toMatchObject([{ outcome: 'refused', code, id: null }]);
  });

  it('+15550000500 answers 500 without a body', async () => {
    const answer = await send('+15550000500');
    expect(answer).toMatchObject({ status: 500, text: '' });
    expect(await recorded('+15550000500')).toMatchObject([{ outcome: 'refused', http_status: 500 }]);
  });
});

describe('numbers that fail afterwards', () => {
  it.each([
    ['+15550131026', 131026],
    ['+15550131047', 131047],
    ['+15550131049', 131049],
    ['+15550131050', 131050],
  ])('%s is accepted, then failed with its code and nothing else', async (number, code) => {
    const answer = await send(number, {
      text: { body: 'x' },
      biz_opaque_callback_data: 'msg_1:1',
    });
    expect(answer.status).toBe(200);
    const [status] = await running.receiver.waitForStatuses(1);
    expect(status).toMatchObject({
      status: 'failed',
      id: answer.body.messages[0].id,
      biz_opaque_callback_data: 'msg_1:1',
      errors: [{ code }],
    });
    await running.settled();
    expect(names()).toEqual(['failed']);
  });

  it('+15550131047 takes templates, and free text once the person has written', async () => {
    const template = { name: 'hello_world', language: { code: 'en_US' } };
    await send('+15550131047', { type: 'template', template });
    expect((await running.receiver.waitForStatuses(3)).map(({ status }) => status)).toContain('read');
    running.simulator.sendInbound(account.phoneNumberId, { from: '+15550131047', content: 'Hi' });
    await send('+15550131047');
    await running.receiver.waitForStatuses(6);
    expect(names()).not.toContain('failed');
    running.simulator.windows.clear();
  });
});

describe('numbers whose answer goes wrong', () => {
  it('+15551000001 answers after the slow answer setting', async () => {
    const startedAt = Date.now();
    const answer = await send('+15551000001');
    expect(answer.status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  it('+15551000002 answers after 15 seconds, and only then come the statuses', async () => {
    const clock = createFakeClock();
    const slow = await startSimulator({ clock });
    tested.add('+15551000002');
    let isAnswered = false;
    const sending = slow.send('+15551000002').then((answer) => {
      isAnswered = true;
      return answer;
    });
    await slow.receiver.waitUntil(() => slow.simulator.ledger.count({}) === 1);
    clock.advance(14_999);
    await sleep(30);
    expect(isAnswered).toBe(false);
    expect(slow.receiver.posts).toEqual([]);
    clock.advance(1);
    expect((await sending).status).toBe(200);
    clock.advance(60_000);
    await slow.receiver.waitForStatuses(3);
    await slow.close();
  });

  it('+15551000003 never answers, records the message and reports its statuses', async () => {
    const outcome = send('+15551000003').then(
      () => 'answered',
      () => 'failed',
    );
    await running.receiver.waitForStatuses(3);
    expect(await Promise.race([outcome, sleep(150, 'silence')])).toBe('silence');
    expect(await recorded('+15551000003')).toMatchObject([{ outcome: 'accepted', answer: 'none' }]);
  });

  it('+15551000004 resets the connection and records nothing', async () => {
    await expect(send('+15551000004')).rejects.toThrow(/ECONNRESET|socket|other side/i);
    expect(await recorded('+15551000004')).toEqual([]);
    await running.settled();
    expect(names()).toEqual([]);
  });

  it('+15551000005 records the message, resets the connection, and reports its statuses', async () => {
    await expect(send('+15551000005')).rejects.toThrow(/ECONNRESET|socket|other side/i);
    expect(await recorded('+15551000005')).toMatchObject([{ outcome: 'accepted', answer: 'reset' }]);
    expect(await running.receiver.waitForStatuses(3)).toHaveLength(3);
  });

  it('+15551000006 delivers the sent status before the answer', async () => {
    const answer = await send('+15551000006');
    const [first] = running.receiver.statuses();
    expect(first).toMatchObject({ status: 'sent', id: answer.body.messages[0].id });
    await running.receiver.waitForStatuses(3);
    expect(names()).toEqual(['sent', 'delivered', 'read']);
  });
});

describe('numbers whose statuses go wrong', () => {
  it.each([
    ['+15551000007', ['sent', 'sent', 'delivered', 'delivered', 'read', 'read']],
    ['+15551000008', ['read', 'delivered', 'sent']],
    ['+15551000009', ['sent', 'read']],
    ['+15551000010', ['sent', 'delivered', 'failed']],
    ['+15551000011', ['sent']],
    ['+15551000012', []],
  ])('%s reports %j', async (number, expected) => {
    expect((await send(number)).status).toBe(200);
    await running.receiver.waitForStatuses(expected.length);
    await running.settled();
    expect(names()).toEqual(expected);
  });
});

it('every magic number of the table is tested here', () => {
  expect([...tested].sort()).toEqual(magicNumbers.map(({ number }) => number).sort());
});
