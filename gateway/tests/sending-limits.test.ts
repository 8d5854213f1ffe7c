// The provider's own limits: too much at once, and too much to one person. Everything arrives all the same, once.

import type { SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const sendBatch = async (company: SendingCompany, messages: readonly object[]): Promise<string[]> => {
  const answer = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
    body: { messages },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(202);
  return answer.body.results.map(({ message_id }) => message_id ?? '');
};

const waitForAccepted = (company: SendingCompany, count: number) =>
  waitUntil(
    `${count} messages had arrived`,
    async () => {
      const entries = await company.ledger({ outcome: 'accepted' });
      return entries.length >= count && entries;
    },
    30_000,
  );

const numberOf = (index: number): string => `+9665012${String(index).padStart(5, '0')}`;

describe('when the provider says that it is too much', () => {
  it('the sender slows down, and every message arrives once', async () => {
    const company = await stage.createSendingCompany();
    await company.addFault({ name: 'throughput_reached', count: 5 });
    const messages = Array.from({ length: 30 }, (_, index) => ({ to: numberOf(index), message: `${index}` }));
    const ids = await sendBatch(company, messages);
    const entries = await waitForAccepted(company, 30);
    expect(new Set(entries.map(({ opaque }) => opaque.split(':')[0]))).toEqual(new Set(ids));
    expect(entries).toHaveLength(30);
    expect(await company.ledger({ outcome: 'refused' })).toHaveLength(5);
    for (const id of ids) await company.waitFor(id, 'sent', 'delivered', 'read');
    expect((await company.currentSender()).state).toBe('connected');
  });
});

describe('when the provider says that it is too much to one person', () => {
  it('only they wait, and their messages stay in order', async () => {
    const company = await stage.createSendingCompany();
    const [busy, other] = [numberOf(1), numberOf(2)];
    await company.addFault({ name: 'pair_rate_reached', to: busy, count: 1 });
    await sendBatch(company, [
      { to: busy, message: 'first' },
      { to: busy, message: 'second' },
      { to: other, message: 'other' },
    ]);
    const entries = await waitForAccepted(company, 3);
    expect(entries.map(({ body }) => body.text.body)).toEqual(['other', 'first', 'second']);
    const [refused] = await company.ledger({ outcome: 'refused' });
    expect(refused).toMatchObject({ code: 131056, body: { text: { body: 'first' } } });
  });
});
