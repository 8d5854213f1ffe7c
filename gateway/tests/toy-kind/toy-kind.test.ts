// The toy kind under a whole gateway: accepted, stored, sent, settled and emitted like any other, and nothing outside
// this folder was changed for it.

import type { Message, SendAnswer, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from '../support/expect-problem.ts';
import { useSendingStage } from '../support/sending-stage.ts';
import { waitUntil } from '../support/wait-until.ts';
import { poll, usePoll } from './poll.ts';

usePoll();
const stage = await useSendingStage();
const company = await stage.createSendingCompany();
const { example } = poll;
const to = '+966501234567';

const send = (body: object, path = '/api/v1/messages/send') =>
  company.call<SendAnswer>('POST', path, { body });

interface EventPage {
  readonly data: readonly { event: string; data: { message_id: string; status: string } }[];
}

describe('a kind of content from outside', () => {
  it('goes the whole way, with its placeholders filled', async () => {
    const question = 'Tea or coffee, {{name}}?';
    const { status, body } = await send({
      to,
      type: 'poll',
      poll: { ...example.poll, question },
      variables: { name: 'Sara' },
    });
    expect([status, body.status]).toEqual([200, 'sent']);
    const [sent] = await company.ledger();
    expect(sent?.body).toMatchObject({
      type: 'interactive',
      interactive: { type: 'list', body: { text: 'Tea or coffee, Sara?' } },
    });
    expect(await company.waitFor(body.message_id, 'read')).toMatchObject({
      type: 'poll',
      message: 'Poll: Tea or coffee, Sara?',
      content: { type: 'poll', poll: { ...example.poll, question: 'Tea or coffee, Sara?' } },
    });
    const emitted = await waitUntil('its statuses were emitted', async () => {
      const { data } = (await company.get<EventPage>('/api/v1/events')).body;
      const statuses = data.filter((event) => event.data.message_id === body.message_id);
      return statuses.length === 3 && statuses.map((event) => event.data.status);
    });
    expect(emitted).toEqual(['sent', 'delivered', 'read']);
  });

  it('waits in the table and is carried from there', async () => {
    const schedule_at = new Date(Date.now() + 1_500).toISOString();
    const { status, body } = await send({ to, ...example, schedule_at });
    expect([status, body.status]).toEqual([202, 'queued']);
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
  });

  it('is taken by the path without a version, and in a batch', async () => {
    const unversioned = await send({ phone_number: to, ...example }, '/api/messages/send');
    expect(unversioned.status).toBe(200);
    const batch = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages: [{ to, ...example }] },
    });
    expect(batch.body.results).toMatchObject([{ status: 'queued' }]);
  });

  it('is refused by its own rules', async () => {
    const choices = ['Tea', 'Tea'];
    expectProblem(await send({ to, type: 'poll', poll: { ...example.poll, choices } }), 'repeated_value');
    const question = `{{what|${'x'.repeat(41)}}}`;
    expectProblem(await send({ to, type: 'poll', poll: { ...example.poll, question } }), 'text_too_long');
    expectProblem(await send({ to, ...example, buttons: [] }), 'unknown_field');
  });

  it('is found in the list by its type', async () => {
    const { body } = await company.get<{ data: Message[] }>('/api/v1/messages');
    expect(body.data.map(({ type }) => type)).toContain('poll');
  });

  it('is in the published API', async () => {
    const { text } = await stage.call('GET', '/openapi.json');
    expect(text).toContain('Tea or coffee?');
  });
});
