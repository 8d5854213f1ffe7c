// Two gateways on one database share the campaigns: the one that runs a campaign is killed with -9 in the middle, and
// the other continues after the last person, once its lease has ended. What people got is what the simulator says.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { findDifferences } from '../../src/campaigns/numbers/queries.ts';
import { fromPublicId } from '../../src/platform/ids.ts';
import { listOf } from '../support/campaign-stage.ts';
import { callJson } from './support/call-json.ts';
import { printFigures } from './support/check-ledger.ts';
import { openGivenDatabase } from './support/given-database.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import type { Owner } from './support/lane-owner.ts';
import { credentialHeaders } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { untilThrough } from './support/until-through.ts';
import { waitUntil } from './support/wait-until.ts';
import { openWitness } from './support/witness.ts';

const people = shortOrLong(300, 10_000);
const kills = shortOrLong(1, 8);
const pace = shortOrLong(60, 200);
const leaseSeconds = 3;

let stage: Stage;
afterEach(() => stage.end());

const findCampaignOwner = async (client: pg.Client): Promise<Owner | null> => {
  const { rows } = await client.query<{ epoch: string; name: string }>(
    'select epoch, processes.name from campaigns join processes on epoch = owner_epoch where lease_until > now()',
  );
  const [row] = rows;
  return row ? { epoch: row.epoch, processId: Number(row.name.split(' ').at(-1)) } : null;
};

test('of two gateways that share a campaign one is killed with -9, and everybody is reached once', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const database = await openGivenDatabase(stage);
  const witness = await openWitness(stage);
  const start = () => database.startGateway({ LEASE_SECONDS: String(leaseSeconds) });
  let gateways = [await start()];
  const credentials = await database.makeCompany();
  const sender = await witness.connect(gateways[0]?.address ?? '', credentials, pace);
  gateways.push(await start());
  const call = <Body>(method: string, path: string, body?: object): Promise<Body> =>
    callJson(method, `${gateways.at(-1)?.address}${path}`, body, credentialHeaders(credentials));

  const recipients = listOf(people);
  const { id } = await call<Campaign>('POST', '/api/v1/campaigns', {
    name: 'Shared',
    text: 'Hello',
    from: sender.id,
    audience: { recipients },
  });
  const path = `/api/v1/campaigns/${id}`;
  await call('POST', `${path}/start`, {});

  const killed: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const share = (people * kill) / (kills + 2);
    await waitUntil('some people were reached', async () => (await witness.readLedger()).length > share, 120);
    const owner = await waitUntil('somebody looks after it', () => findCampaignOwner(database.client));
    const leaving = gateways.find(({ processId }) => processId === owner.processId);
    if (!leaving)
      throw new Error(`The campaign belongs to process ${owner.processId}, which is none of ours.`);
    await leaving.kill();
    killed.push(owner.epoch);
    gateways = gateways.filter((gateway) => gateway !== leaving);
    await witness.redirect(sender, gateways[0]?.address ?? '');
    if (kill < kills) gateways.push(await start());
  }

  const ended = await untilThrough(() => call<Campaign>('GET', path), shortOrLong(120, 600));
  const accepted = (await witness.readLedger()).filter(({ outcome }) => outcome === 'accepted');
  const times = Map.groupBy(accepted, ({ to }) => to);
  printFigures('campaign-gateways', { people, kills, accepted: accepted.length, ...ended.counts });
  expect(ended.total).toBe(people);
  expect([...times.values()].filter((entries) => entries.length > 1)).toEqual([]);
  expect(ended.counts).toMatchObject({ waiting: 0, queued: 0, skipped: 0, cancelled: 0, failed: 0 });
  // People who were not reached are among those that the campaign counts as `unconfirmed`.
  expect(people - times.size).toBeLessThanOrEqual(ended.counts.unconfirmed);
  const { rows } = await database.client.query<{ owner_epoch: string }>('select owner_epoch from campaigns');
  expect(killed).not.toContain(rows[0]?.owner_epoch);
  const key = {
    companyId: fromPublicId('company', credentials.companyId) ?? '',
    id: fromPublicId('campaign', id) ?? '',
  };
  await database.client.query('begin');
  expect(await findDifferences(database.client, key)).toEqual([]);
  await database.client.query('commit');
});
