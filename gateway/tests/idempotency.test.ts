import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, goodUnversionedSend, type TestCompany, useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const second = await useApiGateway({ database: gateway.database });
const company = await gateway.createCompany();

const sendWith = (
  key: string,
  fields: object = {},
  caller: TestCompany = company,
): Promise<Answer<SendAnswer>> => caller.send(fields, { 'idempotency-key': key });

const isReplay = (answer: Answer): boolean => answer.headers['idempotency-replayed'] === 'true';

const countMessages = async (uuid: string): Promise<number> => {
  const rows = await gateway.database.query<{ count: number }>(
    'select count(*)::int as count from messages where company_id = $1',
    [uuid],
  );
  return rows[0]?.count ?? 0;
};

/** Sends until it gets anything but "still running", as the refusal asks the caller to. */
const sendUntilSettled = (key: string, caller: TestCompany): Promise<Answer<SendAnswer>> =>
  waitUntil('the first request with this key was answered', async () => {
    const answer = await sendWith(key, {}, caller);
    return answer.status !== 409 && answer;
  });

describe('the same key and body', () => {
  it('give the first answer again, and one message', async () => {
    const first = await sendWith('same-1');
    const again = await sendWith('same-1');
    expect([first.status, again.status]).toEqual([202, 202]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(again.text).toBe(first.text);
    const rows = await gateway.database.query('select 1 from messages where company_id = $1', [company.uuid]);
    expect(rows).toHaveLength(1);
  });

  it('give it also on another process', async () => {
    const first = await sendWith('same-2');
    const again = await sendWith('same-2', {}, second.adopt(company));
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  it('mean the same quoted and bare', async () => {
    const first = await sendWith('"same-3"');
    const again = await sendWith('same-3');
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  it('mean the same on both send paths', async () => {
    const first = await sendWith('same-4');
    const again = await company.call('POST', '/api/messages/send', {
      body: goodUnversionedSend,
      headers: { 'idempotency-key': 'same-4' },
    });
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  it('mean the same with defaults written out, spaces in the number and other white space', async () => {
    const first = await sendWith('same-5');
    const body = `{ "provider":"meta_cloud",\n"type":"text", "message":${JSON.stringify(goodSend.message)}, "to":"+966 50 123 4567" }`;
    const again = await company.call('POST', '/api/v1/messages/send', {
      body,
      headers: { 'idempotency-key': 'same-5' },
    });
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  it('of two companies are two messages', async () => {
    const other = await gateway.createCompany();
    const first = await sendWith('same-6');
    const theirs = await sendWith('same-6', {}, other);
    expect([theirs.status, isReplay(theirs)]).toEqual([202, false]);
    expect(theirs.body.message_id).not.toBe(first.body.message_id);
  });

  it('are two messages when letters differ in case', async () => {
    await sendWith('Same-7');
    expect(isReplay(await sendWith('same-7'))).toBe(false);
  });

  it('are a new message after a refusal: a refused request takes no key', async () => {
    expectProblem(await sendWith('same-8', { to: '5' }), 'invalid_phone_number');
    expect(await sendWith('same-8')).toMatchObject({ status: 202 });
  });
});

describe('422: a key that cannot be used', () => {
  it.each([
    ['another text', { message: 'Something else' }],
    ['another number', { to: '+966501234568' }],
  ])('was used before for %s', async (name, fields) => {
    const key = `reused by ${name}`.replaceAll(' ', '-');
    await sendWith(key);
    expectProblem(await sendWith(key, fields), 'idempotency_key_reused', { parameter: 'Idempotency-Key' });
  });

  it.each([
    ['is empty', ''],
    ['is an empty text in quotes', '""'],
    ['has 256 characters', 'x'.repeat(256)],
    ['holds a space', 'a b'],
    ['holds other than ASCII', 'caf\u00e9'],
    ['has an unfinished quote', '"abc'],
    ['holds a quote', 'a"b'],
  ])('%s', async (_name, key) => {
    expectProblem(await sendWith(key), 'invalid_idempotency_key', { parameter: 'Idempotency-Key' });
  });

  it('may have 255 characters', async () => {
    expect((await sendWith('y'.repeat(255))).status).toBe(202);
  });
});

describe('equal requests at the same time', () => {
  it('make one message in one process', async () => {
    const target = await gateway.createCompany();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWith('at-once', {}, target)));
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expectProblem(answer, 'idempotency_in_progress');
      expect(answer.headers['retry-after']).toBe('1');
    }
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
    expect(accepted.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await countMessages(target.uuid)).toBe(1);
  });

  it('make one message when they are spread over two processes', async () => {
    const target = await gateway.createCompany();
    const callers = [target, second.adopt(target)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendUntilSettled('spread', callers[index % 2] ?? target)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await countMessages(target.uuid)).toBe(1);
  });

  it('with many keys in many batches of two processes make one message a key, and never lock each other out', async () => {
    const target = await gateway.createCompany();
    const callers = [target, second.adopt(target)];
    const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
    const backwards = [...keys].reverse();
    await Promise.all([
      ...keys.map((key) => sendUntilSettled(key, callers[0] ?? target)),
      ...backwards.map((key) => sendUntilSettled(key, callers[1] ?? target)),
    ]);
    expect(await countMessages(target.uuid)).toBe(40);
  });

  it('with a key each make a message each', async () => {
    const target = await gateway.createCompany();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sendWith(`own-${index}`, { message: `Number ${index}` }, target),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.message_id)).size).toBe(50);
    expect(await countMessages(target.uuid)).toBe(50);
  });

  it('with and without a key share a batch', async () => {
    const target = await gateway.createCompany();
    await sendWith('shared', {}, target);
    const answers = await Promise.all([sendWith('shared', {}, target), target.send(), target.send()]);
    expect(answers.map(isReplay)).toEqual([true, false, false]);
    expect(await countMessages(target.uuid)).toBe(3);
  });
});

describe('a key that has outlived its time', () => {
  const age = (key: string, hours: number) =>
    gateway.database.query(
      'update idempotency_keys set created_at = created_at - make_interval(hours => $2) where key = $1',
      [key, hours],
    );

  it('is free for another message', async () => {
    const first = await sendWith('old-1');
    await age('old-1', 49);
    const next = await sendWith('old-1', { message: 'A new one' });
    expect([next.status, isReplay(next)]).toEqual([202, false]);
    expect(next.body.message_id).not.toBe(first.body.message_id);
  });

  it('makes one message when it is used again twenty times at once on two processes', async () => {
    const target = await gateway.createCompany();
    await sendWith('old-2', {}, target);
    await age('old-2', 49);
    const callers = [target, second.adopt(target)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendUntilSettled('old-2', callers[index % 2] ?? target)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countMessages(target.uuid)).toBe(2);
  });

  it('is still remembered an hour before', async () => {
    await sendWith('old-3');
    await age('old-3', 47);
    expect(isReplay(await sendWith('old-3'))).toBe(true);
  });
});
