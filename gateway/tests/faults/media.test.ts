// kill -9 of the gateway while files are uploaded, sent and fetched; the store goes away and comes back; the provider
// forgets its ids. What was answered is there with the same bytes, no person gets a message twice unless it says so,
// every file that a person sent arrives, and after the sweep the store holds what the table knows and nothing else.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { objectKey } from '../../src/media/store/media-store.ts';
import { openMediaStore, openSpool } from '../../src/media/store/open-media-store.ts';
import { readS3Address } from '../../src/media/store/s3-address.ts';
import { sweepMedia } from '../../src/media/sweep-media.ts';
import { fromPublicId, toPublicId } from '../../src/platform/ids.ts';
import { type Bucket, openBucket } from './support/bucket.ts';
import { printFigures } from './support/check-ledger.ts';
import { type FileJournal, startFileLoad } from './support/file-load.ts';
import { findFreePort } from './support/gateway-process.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { createStage, type Stage } from './support/stage.ts';
import { waitUntil } from './support/wait-until.ts';
import { openWitness, type Witness } from './support/witness.ts';

const kills = shortOrLong(2, 25);
const runMilliseconds = shortOrLong(1_200, 4_000);
const awayMilliseconds = shortOrLong(2_000, 30_000);
const restSecondsMax = shortOrLong(100, 300);

let stage: Stage;
afterEach(() => stage.end());

const refusalsOf = ({ refusals }: FileJournal, code: string): number => refusals.get(code) ?? 0;

/** Until callers have met it: a store that comes back before any caller has asked it was not away. */
const takeAway = async (bucket: Bucket, journal: FileJournal): Promise<void> => {
  await bucket.stop();
  await sleep(awayMilliseconds);
  const isMissed = () => refusalsOf(journal, 'media_store_unavailable') > 0;
  await waitUntil('an upload is refused while the store is away', isMissed, 60);
  await bucket.start();
};

/** As if the provider had thrown away everything that was uploaded to it. Answers how many fetches the kill has cut. */
const forgetReferences = (dataDir: string): Promise<number> =>
  stage.withDatabase(dataDir, async (client) => {
    await client.query(`update media_references set reference = '9' || reference`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from media where state = 'fetching' and attempts > 0`,
    );
    return rows[0]?.count ?? 0;
  });

const findRestless = async (client: pg.Client, incoming: number): Promise<unknown[]> => {
  const { rows } = await client.query(
    `select 'message ' || status || coalesce(' ' || (failure::json->>'code'), '') as what, count(*)::int from messages
     where status in ('queued', 'sending') group by 1
     union all
     select 'file ' || state || coalesce(' ' || (failure::json->>'code'), ''), count(*)::int from media
     where state = 'fetching' group by 1
     union all
     select 'incoming messages that are missing', $1::int - count(*)::int from media where direction = 'in'
     having count(*) < $1::int`,
    [incoming],
  );
  return rows;
};

/** Nothing that was accepted is lost, nothing arrived twice, and what did not arrive says that it is not known. */
const checkMessages = async (client: pg.Client, witness: Witness, journal: FileJournal) => {
  const ledger = await witness.readLedger();
  const arrivals = new Map<string, number>();
  for (const { opaque, outcome } of ledger) {
    const id = opaque?.split(':')[0] ?? '';
    if (outcome === 'accepted') arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const { rows: messages } = await client.query<{ id: string; status: string; failure: string | null }>(
    `select id, status, failure::text from messages where direction = 'out'`,
  );
  const statusOf = new Map(messages.map(({ id, status }) => [toPublicId('message', id), status]));
  const failureOf = new Map(messages.map(({ id, failure }) => [toPublicId('message', id), failure]));
  const answered = [...journal.messages];
  expect({
    lost: answered.filter((id) => !statusOf.has(id)),
    unsent: answered
      .filter((id) => !arrivals.has(id) && statusOf.get(id) !== 'unconfirmed')
      .map((id) => `${id} ${statusOf.get(id)} ${failureOf.get(id)}`),
    doubled: [...arrivals].filter(([, count]) => count > 1).map(([id]) => id),
  }).toEqual({ lost: [], unsent: [], doubled: [] });
  return {
    messages: journal.messages.size,
    unconfirmed: messages.filter(({ status }) => status === 'unconfirmed').length,
    idsForgotten: ledger.filter(({ outcome }) => outcome !== 'accepted').length,
  };
};

/** Every file is here with the bytes that were brought. */
const checkFiles = async (client: pg.Client, journal: FileJournal): Promise<void> => {
  const { rows: media } = await client.query<{
    id: string;
    sha256: string;
    state: string;
    provider_id: string | null;
  }>(
    `select media.id, encode(sha256, 'hex') as sha256, media.state, messages.provider_message_id as provider_id
     from media left join messages on messages.id = media.message_id`,
  );
  const uploads = new Map(media.map((row) => [toPublicId('media', row.id), row.sha256]));
  expect([...journal.uploads].filter(([id, sha256]) => uploads.get(id) !== sha256)).toEqual([]);
  const incoming = new Map(media.map((row) => [row.provider_id, row.sha256]));
  expect([...journal.incoming].filter(([id, sha256]) => incoming.get(id) !== sha256)).toEqual([]);
  expect(media.filter(({ state }) => state !== 'stored')).toEqual([]);
};

/** After the sweep the store has the files of the table and no other, and nothing is left aside. */
const checkStore = async (client: pg.Client, dataDir: string, bucket: Bucket, companyId: string) => {
  // No gateway places files any more, so what is still being placed was left by a kill.
  await client.query(
    `update media_files set placing_until = now() - interval '1 second' where placing_until is not null`,
  );
  const { host, port, database, user, password } = client;
  const pool = new pg.Pool({
    host,
    port,
    database: database ?? '',
    user: user ?? '',
    password: String(password ?? ''),
    max: 2,
  });
  pool.on('error', () => undefined);
  const store = openMediaStore({ dataDir, mediaUrl: readS3Address(bucket.url) });
  const swept = await sweepMedia(pool, store).finally(() => pool.end());
  const { rows: files } = await client.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from media_files where company_id = $1`,
    [companyId],
  );
  await store.close();
  expect((await bucket.keys()).sort()).toEqual(
    files.map(({ sha256 }) => objectKey(companyId, sha256)).sort(),
  );
  const sweptAside = await openSpool({ dataDir }).sweep(0);
  expect(await readdir(join(dataDir, 'media', 'aside'))).toEqual([]);
  return { swept, sweptAside };
};

test('files survive kills, a store that goes away, and a provider that forgets', {
  timeout: laneMilliseconds,
}, async () => {
  stage = createStage();
  const dataDir = await stage.makeDataDir();
  const port = await findFreePort();
  const bucket = await openBucket(stage);
  const witness = await openWitness(stage);
  const start = () => stage.spawnGateway(port, { DATA_DIR: dataDir, MEDIA_URL: bucket.url });
  let gateway = start();
  await gateway.ready();
  const { address } = gateway;
  const credentials = gateway.firstCredentials();
  const sender = await witness.connect(address, credentials);
  const load = startFileLoad({ address, credentials, witness, sender, pauseMilliseconds: 20 });
  stage.atEnd(() => load.stop());
  const { journal } = load;

  let fetchesCut = 0;
  for (let round = 1; round <= kills; round += 1) {
    const before = journal.messages.size;
    await waitUntil('messages with files are accepted', () => journal.messages.size > before + 5, 60);
    await sleep(Math.random() * runMilliseconds);
    if (round === 2) await takeAway(bucket, journal);
    expect(gateway.hasExited, gateway.output()).toBe(false);
    await load.beginUpload();
    await gateway.kill();
    fetchesCut += await forgetReferences(dataDir);
    gateway = start();
    await gateway.ready();
  }
  // After the last kill, too: the provider refuses an id that it has forgotten, and the file is uploaded again.
  const before = journal.messages.size;
  await waitUntil('messages with files are accepted', () => journal.messages.size > before + 5, 60);
  await load.stop();

  await stage.withDatabase(dataDir, async (client) => {
    let restless: unknown[] = [];
    const isAtRest = async (): Promise<boolean> => {
      restless = await findRestless(client, journal.incoming.size);
      return restless.length === 0;
    };
    await waitUntil('everything came to rest', isAtRest, restSecondsMax).catch(() => undefined);
    expect(restless, gateway.output().slice(-3_000)).toEqual([]);

    const figures = await checkMessages(client, witness, journal);
    await checkFiles(client, journal);
    const companyId = fromPublicId('company', credentials.companyId) ?? '';
    const sweep = await checkStore(client, dataDir, bucket, companyId);
    printFigures('media', {
      kills,
      uploads: journal.uploads.size,
      incoming: journal.incoming.size,
      ...figures,
      uploadsCut: journal.cut.uploads,
      sendsCut: journal.cut.sends,
      fetchesCut,
      storeAway: refusalsOf(journal, 'media_store_unavailable'),
      ...sweep,
    });
    expect(journal.cut.uploads, 'every kill met an upload').toBeGreaterThanOrEqual(kills);
    expect(figures.idsForgotten, 'the provider refused ids').toBeGreaterThan(0);
    const known = ['media_store_unavailable', 'overloaded', 'store_unavailable'];
    expect([...journal.refusals.keys()].filter((code) => !known.includes(code))).toEqual([]);
  });
});
