// Each error code of the playbook, from the provider's answer to what a company sees: the answer to its request, the
// message, the sender, and whether others go on.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from '@hudhud/contract/messages.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { isKnownErrorCode } from '../../simulator/src/cloud/graph-error.ts';
import { type Rule, playbook, type Verdict } from '../src/providers/cloud-api/playbook.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

// Short, so that a message that has to wait is answered soon; longer than any answer of the simulator takes.
const stage = await useSendingStage({ SEND_WAIT_SECONDS: '3' });

/** Answers every message with the error code in its text: for codes that the simulator does not know. */
const stranger = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const code = Number((JSON.parse(text) as { text: { body: string } }).text.body);
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message: `(#${code})`, type: 'OAuthException' } }));
  });
});
await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => stranger.close(resolve)));

const useStranger = async (company: SendingCompany): Promise<void> => {
  const fields = {
    phone_number_id: '1',
    access_token: 'token',
    app_secret: 'secret',
    verify_token: 'verify',
    base_url: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
  };
  const path = `/api/v1/senders/${company.sender.id}`;
  const changed = await company.call<Sender>('PATCH', path, { body: { fields } });
  expect(changed.status, changed.text).toBe(200);
};

/** A company whose provider answers with this code, and what its message was answered. */
const meet = async (code: string) => {
  const company = await stage.createSendingCompany();
  if (isKnownErrorCode(Number(code))) {
    await company.addFault({ name: 'answer_error', code: Number(code), to: person });
  } else {
    await useStranger(company);
  }
  const answer = await company.send({ to: person, message: code });
  return { company, answer };
};

const [person, somebodyElse] = ['+966501230001', '+966501230002'];

/** The message once it waits for another attempt, with the reason. */
const waitUntilParked = (company: SendingCompany, id: string, code: string): Promise<Message> =>
  waitUntil(`the message waited because of ${code}`, async () => {
    const message = await company.message(id);
    return message.status === 'queued' && message.failure?.code === code && message;
  });

const codesOf = (verdict: Verdict): [string, Rule][] =>
  Object.entries(playbook).filter(([, play]) => play.verdict === verdict);

describe.concurrent('an error that rejects the message', () => {
  it.for(codesOf('reject'))('%s: 422, and the message is failed', async ([code, play]) => {
    const { company, answer } = await meet(code);
    const problem = expectProblem(answer, 'provider_rejected');
    expect(problem.provider_error).toMatchObject({ code, cause: play.cause, action: play.action });
    const message = await company.message(problem.message_id ?? '');
    expect(message).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: null,
      failure: { code },
    });
    expect((await company.currentSender()).state).toBe('connected');
  });
});

describe.concurrent('an error that suspends the sender', () => {
  it.for(codesOf('suspend'))('%s: 202, the message waits, and so does every other', async ([code, play]) => {
    const { company, answer } = await meet(code);
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    const sender = await waitUntil('the sender was suspended', async () => {
      const current = await company.currentSender();
      return current.state === 'suspended' && current;
    });
    expect(sender.failure).toMatchObject({ code, cause: play.cause, action: play.action });
    const message = await waitUntilParked(company, answer.body.message_id, code);
    expect(message).toMatchObject({ attempts: 1, next_attempt_at: null });
    const other = await company.send({ to: somebodyElse }, { prefer: 'respond-async' });
    expect(await company.message(other.body.message_id)).toMatchObject({ status: 'queued', attempts: 0 });
  });
});

describe.concurrent('an error after which the message is tried again', () => {
  it.for(codesOf('retry'))('%s: 202, and it is tried later; others go on', async ([code, play]) => {
    const { company, answer } = await meet(code);
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    const message = await waitUntil('the message waited for its time', async () => {
      const parked = await waitUntilParked(company, answer.body.message_id, code);
      return parked.next_attempt_at !== null && parked;
    });
    const wait = Date.parse(message.next_attempt_at ?? '') - Date.parse(message.updated_at);
    expect(wait).toBeGreaterThan((play.afterSeconds ?? 1.5) * 1_000 - 250);
    expect((await company.currentSender()).state).toBe('connected');
    if (!isKnownErrorCode(Number(code))) return;
    expect((await company.send({ to: somebodyElse })).status).toBe(200);
  });
});

describe.concurrent('an error that slows the sender down', () => {
  it.for(codesOf('slow_down'))('%s: 202, and everybody waits', async ([code]) => {
    const { company, answer } = await meet(code);
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    const message = await waitUntilParked(company, answer.body.message_id, code);
    expect(message.next_attempt_at).not.toBeNull();
    expect((await company.currentSender()).state).toBe('connected');
    const other = await company.send({ to: somebodyElse }, { prefer: 'respond-async' });
    expect(other.body.status).toBe('queued');
  });
});

describe('an error about one person', () => {
  it.each(codesOf('wait_for_recipient'))('%s: 202, they wait, and others go on', async (code) => {
    const { company, answer } = await meet(code);
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    await waitUntilParked(company, answer.body.message_id, code);
    expect(await company.send({ to: somebodyElse })).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect((await company.currentSender()).state).toBe('connected');
  });
});

it('every code of the playbook is in one of these tables', () => {
  const verdicts: Verdict[] = ['reject', 'suspend', 'retry', 'slow_down', 'wait_for_recipient'];
  const tested = verdicts.flatMap((verdict) => codesOf(verdict).map(([code]) => code));
  expect(tested.toSorted()).toEqual(Object.keys(playbook).toSorted());
});
