// Messages that a dead process was sending: no process resends them blindly.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { pendingRequestText } from '../monitoring/request-row.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { openCallJournal, readBootId } from '../processes/call-journal.ts';
import type { Sender } from '../senders/directory.ts';
import { findOrphans } from './queries.ts';
import { recoverOrphans } from './recover-orphans.ts';
import { settle } from './settling/queries.ts';
import {
  endEpoch,
  insertEpoch,
  insertMessage,
  makeSettlement,
  newLane,
  readMessage,
} from './tests-support/lane-table.ts';
import { makeOutcomeWriter } from './tests-support/make-outcome-writer.ts';
import { makeRequest } from './tests-support/make-request.ts';

const database = await useDatabase();
const pool = database.openPool(4);

/** The senders whose provider refuses a second message under the same id. */
const senders: Sender[] = [];

const recover = () => recoverOrphans(pool, makeOutcomeWriter(pool, 2), { find: async () => senders });

const orphan = async (onUnknown = 'hold', attempt = 1) => {
  const lane = newLane();
  const epoch = await insertEpoch(database);
  const id = await insertMessage(database, lane, {
    status: 'sending',
    attempt,
    ownerEpoch: epoch,
    onUnknown,
  });
  return { lane, epoch, id };
};

const eventsOf = async (companyId: string): Promise<string[]> =>
  (
    await database.query<{ status: string }>('select status from events where company_id = $1 order by id', [
      companyId,
    ])
  ).map(({ status }) => status);

describe('a message that a dead process was sending', () => {
  it.runIf(readBootId() !== null)(
    'goes back to its lane when the journal shows that it was not called, and only then',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'hudhud-calls-'));
      const journal = openCallJournal(folder, { info: () => undefined } as unknown as Log);
      const { lane, epoch, id } = await orphan('hold', 2);
      const called = await insertMessage(database, lane, {
        status: 'sending',
        attempt: 1,
        ownerEpoch: epoch,
      });
      const request = makeRequest({ companyId: lane.companyId, messageId: id });
      await database.query('update messages set pending_request = $2 where id = $1', [
        id,
        pendingRequestText(request),
      ]);
      await database.query('update processes set boot_id = $2, journal = $3 where epoch = $1', [
        epoch,
        journal?.place.bootId,
        journal?.place.file,
      ]);
      journal?.begin(called, 1);
      await endEpoch(database, epoch);
      await recover();
      rmSync(folder, { recursive: true });
      expect(await readMessage(database, lane, id)).toMatchObject({
        status: 'queued',
        attempt: 2,
        owner_epoch: null,
        is_waiting: true,
        is_due_later: false,
        failure: null,
      });
      expect(await database.query('select id from requests where message_id = $1', [id])).toHaveLength(1);
      expect(await readMessage(database, lane, called)).toMatchObject({ status: 'unconfirmed' });
      expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed']);
    },
  );

  it('brings its request, which was to be written with its outcome', async () => {
    const { lane, epoch, id } = await orphan('hold');
    const request = makeRequest({ companyId: lane.companyId, messageId: id });
    await database.query('update messages set pending_request = $2 where id = $1', [
      id,
      pendingRequestText(request),
    ]);
    await endEpoch(database, epoch);
    await recover();
    expect(
      await database.query('select message_id, status, body, answer from requests where id = $1', [
        request.id,
      ]),
    ).toEqual([{ message_id: id, status: 202, body: request.body, answer: request.answer }]);
  });

  it('is unconfirmed when it is to be held', async () => {
    const { lane, epoch, id } = await orphan('hold');
    await endEpoch(database, epoch);
    expect(await recover()).toEqual([lane]);
    const row = await readMessage(database, lane, id);
    expect(row).toMatchObject({ status: 'unconfirmed', owner_epoch: null, is_waiting: false });
    expect(JSON.parse(row.failure ?? '')).toMatchObject({ code: 'gateway_stopped' });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed']);
  });

  it('is failed when it is to fail', async () => {
    const { lane, epoch, id } = await orphan('fail');
    await endEpoch(database, epoch);
    await recover();
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'failed', is_waiting: false });
    expect(await eventsOf(lane.companyId)).toEqual(['failed']);
  });

  it('waits to be tried again when it is to be retried, and was unconfirmed for all to see', async () => {
    const { lane, epoch, id } = await orphan('retry', 3);
    await endEpoch(database, epoch);
    await recover();
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'queued',
      attempt: 3,
      is_waiting: true,
      is_due_later: true,
    });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed']);
  });

  it.each(['hold', 'fail'])(
    'is sent again under the same id where repetitions are refused (%s)',
    async (on) => {
      const { lane, epoch, id } = await orphan(on, 2);
      const correlation = { kind: 'client_id', refusesRepetition: true };
      senders.push({ id: lane.senderId, provider: { correlation } } as Sender);
      await endEpoch(database, epoch);
      await recover();
      expect(await readMessage(database, lane, id)).toMatchObject({
        status: 'queued',
        is_waiting: true,
        provider_message_id: `${toPublicId('message', id)}:2`,
      });
      expect(await eventsOf(lane.companyId)).toEqual([]);
    },
  );

  it('is left alone while the process lives', async () => {
    const { lane, epoch, id } = await orphan();
    expect(await recover()).toEqual([]);
    expect(await readMessage(database, lane, id)).toMatchObject({ status: 'sending', owner_epoch: epoch });
    await endEpoch(database, epoch);
    await recover();
  });

  it('is settled once when two processes find it at once', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => orphan()));
    await Promise.all(made.map(({ epoch }) => endEpoch(database, epoch)));
    await Promise.all([recover(), recover()]);
    const emitted = await Promise.all(made.map(({ lane }) => eventsOf(lane.companyId)));
    expect(emitted.every((events) => events.join() === 'unconfirmed')).toBe(true);
    expect(await findOrphans(pool, 10)).toEqual([]);
  });

  it('is sent after all when the dead one comes back and says so', async () => {
    const { lane, epoch, id } = await orphan();
    await endEpoch(database, epoch);
    await recover();
    await settle(pool, [makeSettlement(lane, id, epoch)]);
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'sent',
      failure: null,
      provider_message_id: `wamid.${id}`,
    });
    expect(await eventsOf(lane.companyId)).toEqual(['unconfirmed', 'sent']);
  });

  it('is found however many there are', async () => {
    const lane = newLane();
    const epoch = await insertEpoch(database, -1);
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt,
         owner_epoch)
       select $1, id, 'out', 'sending', 'text', '+966501234567', 'Hello', 'meta_cloud', $3, 1, $4
       from unnest($2::uuid[]) as id`,
      [lane.companyId, Array.from({ length: 2_500 }, () => newUuid()), lane.senderId, epoch],
    );
    expect(await recover()).toEqual([lane]);
    const [counted] = await database.query(
      `select count(*)::int as count from messages where company_id = $1 and status = 'unconfirmed'`,
      [lane.companyId],
    );
    expect(counted).toEqual({ count: 2_500 });
  });
});
