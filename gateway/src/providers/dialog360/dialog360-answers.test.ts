// 360dialog's refusals, its callbacks without a signature, and its webhook, against the simulator in its dialect.

import { describe, expect, test } from 'vitest';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { readMetaError, readOwnError } from './read-error.ts';
import { createDialog360Bench } from './tests-support/dialog360-bench.ts';

const { bench, http } = await useDialectBench(createDialog360Bench);

let count = 0;
const send = () => {
  count += 1;
  const content = { type: 'text', message: 'Hi' } as const;
  const message = { to: bench.people.arrives, content, body: 'Hi', echo: `msg_360:${count}` };
  return bench.provider.send(http, bench.fields, message);
};

describe('a refusal', () => {
  test.each([
    [360_001, 'suspended', 'number_disabled'],
    [360_002, 'retry', 'rate_limit'],
    [360_003, 'suspended', 'unpaid'],
    [360_004, 'suspended', 'endpoint_blocked'],
    [360_005, 'unknown', 'http_502'],
    [360_006, 'unknown', 'http_500'],
    [360_007, 'retry', 'http_429'],
    [131_009, 'rejected', '131009'],
    [190, 'suspended', 'invalid_key'],
  ])('%i of the fake ends as %s, with a cause and an action', async (code, kind, word) => {
    bench.simulator.faults.add({ name: 'answer_error', code, count: 1 });
    const { outcome } = await send();
    expect(outcome).toMatchObject({
      kind,
      failure: {
        code: word,
        cause: expect.stringMatching(/./),
        action: expect.stringMatching(/./),
      },
    });
    if (word === 'rate_limit') expect(outcome).toMatchObject({ scope: 'sender' });
  });

  test('of Meta is found inside the words of 360dialog', async () => {
    bench.simulator.changeSettings({ errorsWrapped: true });
    bench.simulator.faults.add({ name: 'answer_error', code: 131_056, count: 1 });
    const { outcome } = await send();
    bench.simulator.changeSettings({ errorsWrapped: false });
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'recipient', failure: { code: '131056' } });
  });

  test('is read in every shape that was seen', () => {
    const wrapped = `{"meta":{"developer_message":"Invalid payload ({\\"error\\":{\\"code\\":100,\\"message\\":\\"x\\"}})"}}`;
    expect(readMetaError(wrapped)).toMatchObject({ code: 100 });
    expect(readMetaError('{"error":{"code":131047,"message":"x"}}')).toMatchObject({ code: 131_047 });
    expect(readMetaError('{"error":"Invalid request"}')).toBeNull();
    expect(readOwnError('{"error":"Invalid request"}', 400)).toMatchObject({ rule: { verdict: 'reject' } });
    expect(readOwnError('{"meta":{"api_status":"stable","version":"2"}}', 400)).toBeNull();
    expect(readOwnError('<html>', 502)).toBeNull();
  });
});

describe('a callback', () => {
  const callback = bench.sign(Buffer.from('{}'));
  const verify = (authorization: string) =>
    bench.provider.callbacks.verify({ ...callback, headers: { authorization } }, bench.fields);

  test('is proven by the secret, bare or as a bearer', () => {
    const secret = bench.fields.callback_secret ?? '';
    expect([verify(secret), verify(`Bearer ${secret}`), verify(`Basic ${secret}`)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is about the number that people know, not about the id at Meta', () => {
    const [first] = bench.batch().callbacks;
    if (!first) throw new Error('the batch of this bench is empty');
    const reading = bench.provider.callbacks.read(first);
    if (reading.kind !== 'read') throw new Error('the callback is not read');
    expect(new Set(reading.items.map(({ account }) => account))).toEqual(new Set(['15550783882']));
    expect(bench.provider.accountOf(bench.fields)).toBe('15550783882');
    expect(bench.provider.accountOf({})).toBeNull();
  });
});

describe('the webhook of a number', () => {
  test('is set with the secret as its header, and the doctor says whether it is ours', async () => {
    const { registerCallback, health } = bench.provider;
    const states = async (url: string) =>
      (await health?.examine(http, bench.fields, url))?.map(({ step, state }) => `${step} ${state}`);
    await registerCallback?.(http, bench.fields, bench.callbackUrl);
    expect(bench.simulator.numbers.list()[0]?.appSecret).toBe(bench.fields.callback_secret);
    expect(await states(bench.callbackUrl)).toEqual(['token working', 'callback working']);
    expect(await states('https://elsewhere.example/')).toEqual(['token working', 'callback broken']);
    const broken = await health?.examine(http, bench.wrongTokenFields, bench.callbackUrl);
    expect(broken).toMatchObject([{ step: 'token', state: 'broken', failure: { code: 'invalid_key' } }]);
  });

  test('a message of a person is marked as read, with typing', async () => {
    const sent = bench.simulator.sendInbound('15550783882', { from: '966501234567', content: 'Hi' });
    if (sent.kind !== 'sent') throw new Error(sent.reason);
    expect(await bench.provider.markRead?.(http, bench.fields, sent.id, true)).toMatchObject({
      kind: 'marked',
    });
    const chat = bench.simulator.conversations.find('15550783882', '966501234567');
    expect(chat?.messages.find(({ id }) => id === sent.id)?.status).toBe('read');
    expect(await bench.provider.markRead?.(http, bench.fields, 'wamid.none', false)).toMatchObject({
      kind: 'refused',
    });
  });
});
