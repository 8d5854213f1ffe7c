// Statuses that do not carry our own id, and statuses of messages that are not known yet.

import { describe, expect, it } from 'vitest';
import {
  matchParkedStatuses,
  sweepParkedStatuses,
  unpark,
} from '../src/messages/statuses/parked-statuses.ts';
import { createStatusRecorder, type ReportedStatus } from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import type { CallbackStatus } from '../src/providers/callback.ts';
import { useDatabase } from './support/database.ts';
import { expectSameAsRead } from './support/expect-same-as-read.ts';
import { insertOneOutgoing, insertSent, type OutgoingMessage, storyOf } from './support/outgoing-message.ts';

const database = await useDatabase();
const writers = database.openPool(4);

const recorder = createStatusRecorder({ writers });

const report = (
  companyId: string,
  providerMessageId: string,
  status: CallbackStatus['status'],
  echo: string | null = null,
): ReportedStatus => ({
  companyId,
  senderId: newUuid(),
  status: {
    providerMessageId,
    status,
    at: new Date('2026-11-15T09:30:00Z'),
    recipient: null,
    echo,
    failure: null,
    raw: {},
  },
});

const parkedOf = async (companyId: string): Promise<string[]> => {
  const rows = await database.query<{ line: string }>(
    `select provider_message_id || ' ' || status as line from parked_statuses where company_id = $1 order by 1`,
    [companyId],
  );
  return rows.map(({ line }) => line);
};

/** The provider's answer to our own call names its id. */
const learn = async (message: OutgoingMessage, providerMessageId: string) => {
  await database.query('update messages set provider_message_id = $3 where company_id = $1 and id = $2', [
    message.companyId,
    message.id,
    providerMessageId,
  ]);
  return { companyId: message.companyId, messageId: message.id, attempt: 1, providerMessageId };
};

describe('a status without our own id', () => {
  it.each([
    ['no echo', null],
    ['an echo of another system', 'order 4711'],
    ['an echo of a message that is gone', 'msg_01kagx5p9ne0ps4a2v7qk3m8dz:1'],
  ])('finds its message by the provider’s id: %s', async (_name, echo) => {
    const company = newUuid();
    const message = await insertOneOutgoing(database, company, { providerMessageId: `wamid.${company}` });
    await recorder.record([report(company, `wamid.${company}`, 'delivered', echo)]);
    await recorder.record([report(company, `wamid.${company}`, 'delivered', echo)]);
    expect(await storyOf(database, message)).toMatchObject({
      status: 'delivered',
      statuses: ['1 delivered', '1 sent'],
      events: ['1 delivered'],
    });
    expect(await parkedOf(company)).toEqual([]);
  });

  it('does not reach another company’s message of the same id', async () => {
    const message = await insertOneOutgoing(database, newUuid(), { providerMessageId: 'wamid.shared' });
    const company = newUuid();
    await recorder.record([report(company, 'wamid.shared', 'read')]);
    expect(await storyOf(database, message)).toMatchObject({ status: 'sending', events: [] });
    expect(await parkedOf(company)).toEqual(['wamid.shared read']);
  });
});

describe('a status of a message that is not known yet', () => {
  it('is parked, once, and recorded when the message is known', async () => {
    const company = newUuid();
    const message = await insertOneOutgoing(database, company);
    await recorder.record([report(company, 'wamid.early', 'sent'), report(company, 'wamid.early', 'read')]);
    await recorder.record([report(company, 'wamid.early', 'read')]);
    expect(await parkedOf(company)).toEqual(['wamid.early read', 'wamid.early sent']);
    expect((await storyOf(database, message)).status).toBe('sending');

    const known = await learn(message, 'wamid.early');
    const { emitted } = await unpark(writers, [known]);
    expect(emitted.map(({ message_id, status }) => [message_id, status]).toSorted()).toEqual([
      [message.id, 'read'],
      [message.id, 'sent'],
    ]);
    await expectSameAsRead(database, emitted);
    const both = ['1 read', '1 sent'];
    expect(await storyOf(database, message)).toMatchObject({ status: 'read', statuses: both, events: both });
    expect(await parkedOf(company)).toEqual([]);
    expect((await unpark(writers, [known])).emitted).toEqual([]);
  });

  it.each([
    ['a number of its own', { recipient: '5511987654321' }, '+551187654321'],
    [
      'a user id alone',
      { recipient: null, recipientUserId: 'US.13491208655302741918' },
      'US.13491208655302741918',
    ],
  ])('teaches what the provider calls the person when it is recorded: %s', async (_name, named, name) => {
    const learned: object[] = [];
    const learning = createStatusRecorder({ writers, onOtherName: (found) => learned.push(found) });
    const company = newUuid();
    const message = await insertOneOutgoing(database, company);
    const { status, ...rest } = report(company, `wamid.${company}`, 'delivered');
    await learning.record([{ ...rest, status: { ...status, ...named } }]);
    expect(learned).toEqual([]);
    await learning.recordParked([await learn(message, `wamid.${company}`)]);
    expect(learned).toEqual([{ companyId: company, address: '+966501234567', name }]);
  });

  it('leaves what waits for others where it is', async () => {
    const company = newUuid();
    const message = await insertOneOutgoing(database, company);
    await recorder.record([report(company, 'wamid.mine', 'sent'), report(company, 'wamid.other', 'sent')]);
    await unpark(writers, [await learn(message, 'wamid.mine')]);
    expect(await parkedOf(company)).toEqual(['wamid.other sent']);
  });

  it('is found later when both missed each other', async () => {
    const company = newUuid();
    const message = await insertOneOutgoing(database, company);
    await recorder.record([report(company, 'wamid.missed', 'delivered')]);
    await learn(message, 'wamid.missed');
    await insertSent(database, company, [message.id], 1, 'wamid.missed');
    await database.query(
      `update parked_statuses set parked_at = now() - interval '10 seconds' where company_id = $1`,
      [company],
    );
    expect((await matchParkedStatuses(writers)).emitted).toMatchObject([
      { company_id: company, message_id: message.id, status: 'delivered' },
    ]);
    expect((await storyOf(database, message)).status).toBe('delivered');
    expect(await parkedOf(company)).toEqual([]);
  });

  it('waits longer than the provider would repeat it, and is then forgotten', async () => {
    const company = newUuid();
    await recorder.record([report(company, 'wamid.young', 'sent'), report(company, 'wamid.old', 'sent')]);
    const age = (id: string, days: number) =>
      database.query(
        `update parked_statuses set parked_at = now() - make_interval(days => $2) where provider_message_id = $1`,
        [id, days],
      );
    await age('wamid.young', 7);
    await age('wamid.old', 9);
    expect(await sweepParkedStatuses(writers)).toBe(1);
    expect(await parkedOf(company)).toEqual(['wamid.young sent']);
  });
});
