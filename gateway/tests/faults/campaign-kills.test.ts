// kill -9 of the gateway while a campaign is prepared and sent, again and again: everybody gets it once, or the campaign
// counts them as `unconfirmed`. What people got is what the simulator's ledger says, in a process of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { findDifferences } from '../../src/campaigns/numbers/queries.ts';
import { fromPublicId } from '../../src/platform/ids.ts';
import { checkCounts } from '../../src/statistics/check-counts.ts';
import { phoneOf } from '../support/campaign-stage.ts';
import { callJson } from './support/call-json.ts';
import { printFigures } from './support/check-ledger.ts';
import { findFreePort } from './support/gateway-process.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { credentialHeaders } from './support/send-once.ts';
import { createStage, type Stage } from './support/stage.ts';
import { untilThrough } from './support/until-through.ts';
import { waitUntil } from './support/wait-until.ts';
import { openWitness } from './support/witness.ts';

const people = shortOrLong(1_200, 20_000);
const kills = shortOrLong(3, 12);
const pace = shortOrLong(400, 400);
/** So many more must have been reached before the next kill. */
const progress = people / (kills + 1);

let stage: Stage;
afterEach(() => stage.end());

/** Where the kept numbers differ from a count of the messages and of the ledger. */
const countAgain = async (client: pg.Client, companyId: string, campaignId: string): Promise<object[]> => {
  const key = {
    companyId: fromPublicId('company', companyId) ?? '',
    id: fromPublicId('campaign', campaignId) ?? '',
  };
  await client.query('begin');
  const differences = await findDifferences(client, key);
  await client.query('commit');
  return [...differences, ...(await checkCounts(client as unknown as pg.Pool)).differences];
};

test.each(['meta_cloud', 'twilio', 'infobip'])(
  'a campaign whose gateway is killed with -9 reaches everybody once, or counts them as unconfirmed: by %s',
  {
    timeout: laneMilliseconds,
  },
  async (provider) => {
    stage = createStage();
    const dataDir = await stage.makeDataDir();
    const port = await findFreePort();
    const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir });
    const witness = await openWitness(stage, provider);
    let gateway = start();
    await gateway.ready();
    const credentials = gateway.firstCredentials();
    const sender = await witness.connect(gateway.address, credentials, pace);
    const call = <Body>(method: string, path: string, body?: object): Promise<Body> =>
      callJson(method, gateway.address + path, body, credentialHeaders(credentials));

    for (let begin = 0; begin < people; begin += 10_000) {
      const contacts = Array.from({ length: Math.min(10_000, people - begin) }, (_, index) => ({
        phone_number: phoneOf(begin + index),
        name: `Person ${begin + index}`,
      }));
      for (let at = 0; at < contacts.length; at += 2_000)
        await call('POST', '/api/v1/contacts/bulk', { contacts: contacts.slice(at, at + 2_000) });
    }
    const { id } = await call<Campaign>('POST', '/api/v1/campaigns', {
      name: 'Kills',
      text: 'Hello {{name}}',
      from: sender.id,
      audience: { filter: {} },
    });
    const path = `/api/v1/campaigns/${id}`;
    await call('POST', `${path}/start`, {});
    // The first kill hits the preparation, or what follows at once.
    await sleep(Math.random() * 200);

    const reached = async (): Promise<number> => (await witness.readLedger()).length;
    for (let round = 1; round <= kills; round += 1) {
      let before = 0;
      await witness.whileAway(async () => {
        await gateway.kill();
        before = await reached();
        gateway = start();
        await gateway.ready();
      });
      if (round === kills) break;
      await waitUntil('more people were reached', async () => (await reached()) > before + progress, 120);
      await sleep(Math.random() * 300);
    }

    const ended = await untilThrough(() => call<Campaign>('GET', path), shortOrLong(120, 400));
    const accepted = (await witness.readLedger()).filter(({ outcome }) => outcome === 'accepted');
    const times = Map.groupBy(accepted, ({ to }) => to);
    printFigures(`campaign-kills by ${provider}`, {
      people,
      kills,
      accepted: accepted.length,
      ...ended.counts,
    });
    expect(ended.total).toBe(people);
    expect([...times.values()].filter((entries) => entries.length > 1)).toEqual([]);
    expect(ended.counts).toMatchObject({ waiting: 0, queued: 0, skipped: 0, cancelled: 0, failed: 0 });
    // People who were not reached are among those that the campaign counts as `unconfirmed`.
    expect(people - times.size).toBeLessThanOrEqual(ended.counts.unconfirmed);
    // Where a repetition is refused, every outcome becomes known.
    if (witness.refusesRepetition) expect(ended.counts.unconfirmed).toBe(0);
    expect(ended.counts.delivered + ended.counts.read).toBe(people - ended.counts.unconfirmed);
    await gateway.terminate(30);
    expect(
      await stage.withDatabase(dataDir, (client) => countAgain(client, credentials.companyId, id)),
    ).toEqual([]);
  },
);
