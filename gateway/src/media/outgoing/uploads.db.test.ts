// Uploads as a process after another makes them: what one has brought is known to the next, for as long as it may be used.

import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import type { FileCall } from '../../monitoring/calls/record-calls.ts';
import { newUuid } from '../../platform/ids.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { UploadOutcome } from '../../providers/media-part.ts';
import { metaCloud } from '../../providers/meta-cloud/meta-cloud.ts';
import type { Sender } from '../../senders/directory.ts';
import type { MediaRow } from '../queries.ts';
import type { MediaStore } from '../store/media-store.ts';
import { Uploads } from './uploads.ts';

const database = await useDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
pool.on('error', () => undefined);
const http = createOutgoingHttp({ connections: 1 });
afterAll(async () => {
  await http.close();
  await pool.end();
});

const thirtyDays = 30 * 86_400;
const uploaded = (reference: string): UploadOutcome => ({
  kind: 'uploaded',
  reference,
  keptSeconds: thirtyDays,
});

/** A provider whose answers the test chooses; each upload takes the next. */
const openScene = (...outcomes: UploadOutcome[]) => {
  const calls: FileCall[] = [];
  const call = { method: 'POST', url: '', requestBody: null, status: 200, answerBody: null, milliseconds: 1 };
  const upload = async () => ({ outcome: outcomes.shift() ?? uploaded('too many'), call });
  const sender = {
    companyId: newUuid(),
    id: newUuid(),
    account: '1042',
    fields: {},
    provider: { ...metaCloud, media: { ...metaCloud.media, outgoing: { kind: 'upload', upload } } },
  } as unknown as Sender;
  const row = {
    company_id: sender.companyId,
    sha256: 'ab'.repeat(32),
    mime_type: 'image/png',
    bytes: '3',
    filename: null,
  } as MediaRow;
  const store = { open: async () => Readable.from([Buffer.from('abc')]) } as unknown as MediaStore;
  const recordCalls = async (made: readonly FileCall[]): Promise<void> => void calls.push(...made);
  const startProcess = () => new Uploads({ pool, store, recordCalls, now: Date.now });
  return { sender, row, startProcess, calls, left: outcomes };
};

it('are made once for many messages, and are known to the next process', async () => {
  const { sender, row, startProcess, calls } = openScene(uploaded('first'));
  const uploads = startProcess();
  const all = await Promise.all(Array.from({ length: 20 }, () => uploads.bring(http, sender, row)));
  expect(new Set(all.map((one) => 'reference' in one && one.reference))).toEqual(new Set(['first']));
  expect(uploads.recall(sender, row)?.reference).toBe('first');
  expect(await startProcess().bring(http, sender, row)).toMatchObject({ reference: 'first' });
  expect(calls).toMatchObject([{ outcome: 'sent', senderId: sender.id }]);
});

it('are made again a day before the provider forgets them', async () => {
  const { sender, row, startProcess } = openScene(uploaded('old'), uploaded('new'));
  const old = await startProcess().bring(http, sender, row);
  const days = 'expiresAt' in old ? (old.expiresAt.getTime() - Date.now()) / 86_400_000 : 0;
  expect(days).toBeCloseTo(29, 1);
  await pool.query('update media_references set expires_at = now() where sender_id = $1', [sender.id]);
  expect(await startProcess().bring(http, sender, row)).toMatchObject({ reference: 'new' });
});

it('are made again for another number of the same sender, and when the provider has lost them', async () => {
  const { sender, row, startProcess } = openScene(uploaded('one'), uploaded('other'), uploaded('again'));
  const uploads = startProcess();
  await uploads.bring(http, sender, row);
  const moved = { ...sender, account: '1043' };
  expect(await uploads.bring(http, moved, row)).toMatchObject({ reference: 'other' });
  await uploads.forget(moved, row, 'other');
  expect(uploads.recall(moved, row)).toBeNull();
  expect(await uploads.bring(http, moved, row)).toMatchObject({ reference: 'again' });
});

it('that the provider refused are not reused by a process that read them before they were deleted', async () => {
  const { sender, row, startProcess } = openScene(uploaded('lost'), uploaded('again'));
  const uploads = startProcess();
  await uploads.bring(http, sender, row);
  await uploads.forget(sender, row, 'lost');
  // As another message finds it that looked at the same moment.
  await pool.query(
    `insert into media_references (company_id, sender_id, sha256, mime_type, account, reference, expires_at)
     values ($1, $2, decode($3, 'hex'), $4, $5, 'lost', now() + interval '1 day')`,
    [sender.companyId, sender.id, row.sha256, row.mime_type, sender.account],
  );
  expect(await uploads.bring(http, sender, row)).toMatchObject({ reference: 'again' });
  await uploads.forget(sender, row, 'lost');
  expect(uploads.recall(sender, row)).toMatchObject({ reference: 'again' });
});

it('that fail are a value, are not remembered, and are tried by the next message', async () => {
  const failure = { code: '131053', title: '', detail: '', cause: '', action: '' };
  const { sender, row, startProcess, calls } = openScene({ kind: 'rejected', failure }, uploaded('fine'));
  const uploads = startProcess();
  expect(await uploads.bring(http, sender, row)).toMatchObject({
    kind: 'failed',
    outcome: { kind: 'rejected', failure },
  });
  expect(calls).toEqual([]);
  expect(await uploads.bring(http, sender, row)).toMatchObject({ reference: 'fine' });
});
