// Statuses that come while our own outcomes of the same messages are being written.

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Settlement } from '../src/dispatch/settlement.ts';
import { settle } from '../src/dispatch/settling/queries.ts';
import { createStatusRecorder } from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import { useDatabase } from './support/database.ts';
import { insertOutgoing, type OutgoingMessage, storyOf } from './support/outgoing-message.ts';

const database = await useDatabase();
const writers = new pg.Pool({ connectionString: database.url, max: 4 });

const senderId = newUuid();

const report = (message: OutgoingMessage, status: 'sent' | 'delivered') => ({
  companyId: message.companyId,
  senderId,
  status: {
    providerMessageId: `wamid.${message.id}`,
    status,
    at: new Date(),
    recipient: null,
    echo: message.echo,
    failure: null,
    raw: {},
  },
});

const outcomeOf = (message: OutgoingMessage): Settlement => ({
  companyId: message.companyId,
  id: message.id,
  ownerEpoch: '1',
  attempt: 1,
  senderId,
  status: 'sent',
  dueAt: null,
  providerMessageId: `wamid.${message.id}`,
  failure: null,
  at: new Date(),
  historyStatus: 'sent',
  answer: null,
  call: null,
});

describe('outcomes and statuses of the same messages at once', () => {
  it('wait for each other in turn, never in a circle, and emit each status once', async () => {
    const recorder = createStatusRecorder({ writers });
    const companies = Array.from({ length: 5 }, () => newUuid());
    for (let round = 0; round < 10; round += 1) {
      const inserted = await Promise.all(companies.map((company) => insertOutgoing(database, company, 40)));
      const messages = inserted.flat().toSorted((one, two) => (one.id < two.id ? -1 : 1));
      await Promise.all([
        settle(writers, messages.slice(0, 100).map(outcomeOf)),
        recorder.record(messages.toReversed().map((message) => report(message, 'sent'))),
        settle(writers, messages.slice(100).map(outcomeOf)),
        recorder.record(messages.map((message) => report(message, 'delivered'))),
      ]);
      const [some] = messages.slice(round * 7);
      const both = ['1 delivered', '1 sent'];
      expect(await storyOf(database, some as OutgoingMessage)).toMatchObject({
        status: 'delivered',
        statuses: both,
        events: both,
      });
    }
    // The counts of a backend reach the view when it ends.
    await writers.end();
    const [counted] = await database.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect(counted?.deadlocks).toBe('0');
  });
});
