// Statements about many people of a campaign look each one up, also while PostgreSQL has no figures of the company yet, of
// the list or of the campaign: it then expects one row of them, and a plan that is right for one row only compares
// everybody with everybody.

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { addNewCompany } from '../../tests/support/new-company.ts';
import { type StatementWork, watchWork } from '../../tests/support/statement-work.ts';
import { inTransaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { personKey } from '../platform/person-key.ts';
import { type AudienceQuestion, freezeBite } from './audience/queries.ts';
import type { StoredAudience } from './audience/stored-audience.ts';
import { findPeople, groupAddresses, surveyAudience } from './audience/survey/queries.ts';
import type { CampaignKey } from './campaign-row.ts';
import { eraseEntries, skipWaiting } from './erasure/queries.ts';
import { deleteEntries, deleteList, findDuplicates } from './lists/queries.ts';
import { findDifferences, findSampleFailures, foldChanges, sumCounts, sumStates } from './numbers/queries.ts';
import {
  cancelMessages,
  cancelWaiting,
  findFailures,
  findWaiting,
  holdMessages,
  type ProducedMessage,
  produce,
  releaseMessages,
} from './produce/queries.ts';
import { listRecipients } from './recipients/queries.ts';
import { deleteRecipients, findStrayLists, markForgotten } from './retention/queries.ts';

const database = await useDatabase();
const { pool, writers } = database.openAsGateway();
const watch = watchWork(pool);
const watchWriters = watchWork(writers);

const people = 1_000;
const epoch = '1';
const phoneOf = (index: number): string => `+9665${10_000_000 + index}`;
const numbers = Array.from({ length: people }, (_, index) => phoneOf(index));

const expectLittle = (work: StatementWork, each: number, count = people): void =>
  expect(work.rows, work.text).toBeLessThan(count * each);

const addList = async (companyId: string): Promise<string> => {
  const listId = newUuid();
  await database.query('insert into campaign_lists (company_id, id) values ($1, $2)', [companyId, listId]);
  await database.query(
    `insert into campaign_entries (company_id, list_id, line, phone_number, written)
     select $1, $2, line, number, number from unnest($3::text[]) with ordinality as row (number, line)`,
    [companyId, listId, numbers],
  );
  return listId;
};

interface Made {
  readonly state?: string;
  readonly recipientState?: string;
  readonly reason?: string;
  /** By position. Null: nobody has a message. */
  readonly messageIds?: readonly string[] | null;
  readonly contactIds?: readonly string[] | null;
}

const addCampaign = async (
  companyId: string,
  { state = 'running', recipientState, reason, messageIds = null, contactIds = null }: Made,
): Promise<CampaignKey> => {
  const id = newUuid();
  await database.query(
    `insert into campaigns (company_id, id, name, state, text, owner_epoch, last_position)
     values ($1, $2, 'A campaign', $3, 'Hello', $4, $5)`,
    [companyId, id, state, epoch, recipientState === undefined ? 0 : people],
  );
  if (recipientState !== undefined) {
    await database.query(
      `insert into campaign_recipients (company_id, campaign_id, position, phone_number, state, reason, message_id, contact_id)
       select $1, $2, position, number, $4, $5, ($6::uuid[])[position], ($7::uuid[])[position]
       from unnest($3::text[]) with ordinality as row (number, position)`,
      [companyId, id, numbers, recipientState, reason ?? null, messageIds, contactIds],
    );
  }
  return { companyId, id };
};

const addMessages = async (
  companyId: string,
  { senderId = newUuid(), campaignId = null }: { senderId?: string; campaignId?: string | null },
): Promise<string[]> => {
  const ids = numbers.map(() => newUuid());
  const isWaiting = campaignId !== null;
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, lane_id,
       priority, campaign_id, campaign_position, failure)
     select $1, id, 'out', $4, 'text', number, 'Hello', 'meta_cloud', $5, $6, 1, $7, position, $8
     from unnest($2::uuid[], $3::text[]) with ordinality as row (id, number, position)`,
    [
      companyId,
      ids,
      numbers,
      isWaiting ? 'queued' : 'failed',
      senderId,
      isWaiting ? senderId : null,
      campaignId,
      isWaiting ? null : '{"code": "expired"}',
    ],
  );
  return ids;
};

/** Analyzed below, when only another company is in them. */
const unanalyzed = [
  'campaigns',
  'campaign_entries',
  'campaign_recipients',
  'campaign_lists',
  'campaign_counts',
  'conversation_windows',
];

const known = newUuid();
await database.query(
  `insert into companies (id, name, timezone, plan) values ($1, 'Known', 'UTC', 'active')`,
  [known],
);
await addList(known);
await addCampaign(known, { recipientState: 'waiting' });
await addMessages(known, {});
await database.query(`analyze campaigns, campaign_entries, campaign_recipients, campaign_lists, messages`);
const { companyId, contacts } = await addNewCompany(database, people, unanalyzed);
const contactIds = contacts.map(({ id }) => id);
const senderId = newUuid();
const oldIds = await addMessages(companyId, {});

const asClient = <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> =>
  inTransaction(pool, work);

const placeholders = [{ name: 'name', hasFallback: true }];

describe('an audience', () => {
  /** People whose windows are open. */
  const inside = 100;
  const audiences: Record<string, StoredAudience> = {};
  beforeAll(async () => {
    audiences['a list'] = { kind: 'list', listId: await addList(companyId), fileName: null, listed: people };
    const { id } = await addCampaign(companyId, {
      recipientState: 'failed',
      reason: 'expired',
      messageIds: oldIds,
    });
    audiences['people who are tried again'] = {
      kind: 'retry',
      campaignId: id,
      states: ['failed'],
      reasons: null,
    };
    audiences['people with a reason'] = {
      kind: 'retry',
      campaignId: id,
      states: ['failed'],
      reasons: ['expired'],
    };
    audiences.contacts = { kind: 'filter', filter: {} };
    await database.query(
      `insert into conversation_windows (company_id, sender_id, person_key, last_incoming_at)
       select $1, $2, key, now() from unnest($3::text[]) as key`,
      [companyId, senderId, numbers.slice(0, inside).map(personKey)],
    );
  });
  const questionOf = (audience: StoredAudience, campaignId = newUuid()): AudienceQuestion => ({
    key: { companyId, id: campaignId },
    audience,
    placeholders,
    window: { senderId, isChecked: false },
  });
  const names = ['a list', 'people who are tried again', 'people with a reason', 'contacts'];

  const findings = names.flatMap((name) =>
    (['each', 'joined'] as const).map((finding) => ({ name, finding })),
  );

  it.each(findings)('of $name is surveyed, found $finding', async ({ name, finding }) => {
    const question = questionOf(audiences[name] as StoredAudience);
    const work = await watch(() =>
      asClient(async (client) => {
        expect(await surveyAudience(client, question, finding)).toMatchObject({
          listed: people,
          reachable: people,
          inside,
        });
      }),
    );
    expectLittle(work, 30);
  });

  it.each(findings)('of $name is shown, found $finding', async ({ name, finding }) => {
    const question = questionOf(audiences[name] as StoredAudience);
    const work = await watch(() =>
      asClient(async (client) => {
        expect(await findPeople(client, question, null, 20, finding)).toHaveLength(20);
        expect(await groupAddresses(client, question, finding)).not.toEqual([]);
      }),
    );
    expectLittle(work, 30);
  });

  it.each(names)('of %s is frozen', async (name) => {
    const { id } = await addCampaign(companyId, { state: 'preparing' });
    const question = questionOf(audiences[name] as StoredAudience, id);
    const work = await watch(async () => {
      const bite = await freezeBite(pool, { ...question, epoch, after: null, rowsMax: people });
      expect(bite?.taken).toBe(people);
    });
    expectLittle(work, 40);
  });
});

describe('a list', () => {
  it('is deleted', async () => {
    const listId = await addList(companyId);
    expectLittle(
      await watch(async () => {
        expect(await deleteEntries(pool, companyId, listId, people)).toBe(people);
        await deleteList(pool, companyId, listId);
      }),
      10,
    );
  });

  it('loses a person', async () => {
    const listId = await addList(companyId);
    const work = await watch(() => eraseEntries(pool, listId, { companyId, addresses: numbers.slice(0, 3) }));
    expectLittle(work, 3);
  });

  it('is searched for people who stand on it twice', async () => {
    const listId = await addList(companyId);
    expectLittle(await watch(() => findDuplicates(pool, companyId, listId, 20)), 8);
  });
});

describe('a campaign that runs', () => {
  const rowsPerStatement = 500;
  const toMessage = (key: CampaignKey, position: number): ProducedMessage => ({
    companyId: key.companyId,
    id: newUuid(),
    status: 'queued',
    phoneNumber: phoneOf(position - 1),
    personKey: phoneOf(position - 1),
    provider: 'meta_cloud',
    senderId,
    laneId: senderId,
    priority: 1,
    type: 'text',
    body: 'Hello',
    campaignId: key.id,
    campaignPosition: position,
    reason: null,
  });

  it.each([
    ['the writers', writers, watchWriters],
    ['any connection', pool, watch],
  ])('produces its messages through %s', async (_name, db, watchThese) => {
    const key = await addCampaign(companyId, { recipientState: 'waiting' });
    const work = await watchThese(async () => {
      const waiting = await findWaiting(db, key, 0, rowsPerStatement);
      const messages = waiting.map(({ position }) => toMessage(key, position));
      expect(await produce(db, { key, epoch, after: 0, messages })).toEqual({ queued: rowsPerStatement });
    });
    expectLittle(work, 30, rowsPerStatement);
  });

  it('produces a few without reading everybody', async () => {
    const key = await addCampaign(companyId, { recipientState: 'waiting' });
    const work = await watch(async () => {
      const messages = Array.from({ length: 10 }, (_, index) => toMessage(key, index + 1));
      expect(await produce(pool, { key, epoch, after: 0, messages })).toEqual({ queued: 10 });
    });
    expectLittle(work, 40, 10);
  });

  it('is judged by its failures', async () => {
    const key = await addCampaign(companyId, {
      recipientState: 'failed',
      reason: 'expired',
      messageIds: oldIds,
    });
    const range = { from: 0, until: people, window: 100, lookMax: people };
    const work = await watch(async () => {
      expect(await findFailures(pool, key, range)).toMatchObject({ settled: 100, failed: 100 });
    });
    expectLittle(work, 10);
  });
});

describe('messages of a campaign', () => {
  const addQueued = async (state: string): Promise<{ key: CampaignKey; lane: string }> => {
    const key = await addCampaign(companyId, { state });
    const lane = newUuid();
    await addMessages(companyId, { senderId: lane, campaignId: key.id });
    return { key, lane };
  };

  it('are held back and released', async () => {
    const { key, lane } = await addQueued('paused');
    const held = await watch(async () => {
      expect(await holdMessages(pool, key, lane)).toBe(people);
    });
    expectLittle(held, 5);
    const released = await watch(async () => {
      expect(await releaseMessages(pool, key, lane, new Date(Date.now() + 3_600_000))).toBe(people);
    });
    expectLittle(released, 5);
  });

  it('are taken back', async () => {
    const { key, lane } = await addQueued('cancelled');
    const work = await watch(async () => {
      const newIds = (count: number) => Array.from({ length: count }, () => newUuid());
      expect(await cancelMessages(pool, key, lane, newIds)).toBe(people);
    });
    expectLittle(work, 10);
  });

  it('are no more of those who wait', async () => {
    const key = await addCampaign(companyId, { state: 'cancelled', recipientState: 'waiting' });
    const work = await watch(async () => {
      expect(await cancelWaiting(pool, key, people / 2)).toBe(true);
    });
    expectLittle(work, 10);
  });
});

describe('the people of a campaign', () => {
  const failed = { state: 'failed', reason: null, phoneNumber: null } as const;
  const failedCampaign = () =>
    addCampaign(companyId, {
      state: 'completed',
      recipientState: 'failed',
      reason: 'expired',
      messageIds: oldIds,
      contactIds,
    });

  it('are listed', async () => {
    const key = await failedCampaign();
    for (const filter of [failed, { ...failed, state: null }, { ...failed, reason: 'expired' }]) {
      const work = await watch(async () => {
        const rows = await listRecipients(pool, key, filter, 0, people);
        expect(rows).toHaveLength(people);
        expect(rows[0]?.failure).not.toBeNull();
      });
      expectLittle(work, 20);
    }
  });

  it('are found by their number', async () => {
    const key = await failedCampaign();
    const work = await watch(async () => {
      const filter = { state: null, reason: null, phoneNumber: phoneOf(7) };
      expect(await listRecipients(pool, key, filter, 0, 20)).toHaveLength(1);
    });
    expectLittle(work, 20, 1);
  });

  it('are erased where they wait', async () => {
    await addCampaign(companyId, { recipientState: 'waiting' });
    const work = await watch(() =>
      asClient((client) => skipWaiting(client, { companyId, addresses: numbers.slice(0, 200) })),
    );
    expectLittle(work, 30);
  });

  it('are forgotten', async () => {
    const key = await failedCampaign();
    await database.query('update campaigns set finished_at = $3 where company_id = $1 and id = $2', [
      key.companyId,
      key.id,
      new Date(0),
    ]);
    const work = await watch(async () => {
      expect(await markForgotten(pool, new Date(1), 20)).toEqual([key]);
      expect(await deleteRecipients(pool, key, people / 2)).toBe(people / 2);
    });
    expectLittle(work, 10);
  });

  it('are counted', async () => {
    const key = await failedCampaign();
    const work = await watch(async () => {
      await foldChanges(pool, 10_000, '0');
      await sumCounts(pool, key);
      await sumStates(pool, companyId, [key.id]);
      await asClient((client) => findDifferences(client, key));
      // Each reason is asked for by itself.
      const reasons = Array.from({ length: 50 }, () => 'expired');
      expect(await findSampleFailures(pool, key, reasons)).toHaveLength(reasons.length);
    });
    expectLittle(work, 20);
  });

  it('can be on lists that no campaign names', async () => {
    const work = await watch(() => findStrayLists(pool, newUuid(), 20));
    expectLittle(work, 1);
  });
});
