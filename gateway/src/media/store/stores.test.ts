// Both stores keep the same promises. The bucket is a real S3 server on loopback.

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { createFolderStore } from './folder-store.ts';
import { type MediaStore, MediaStoreError, objectKey, type StoredObject } from './media-store.ts';
import { readS3Address } from './s3-address.ts';
import { createS3Store } from './s3-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'hudhud-stores-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const bucket = 'hudhud-files';
const s3 = await startS3Server(join(folder, 's3'), bucket);
afterAll(s3.close);

const addressOf = (secret = 'S3RVER', name = bucket) =>
  readS3Address(`s3://S3RVER:${secret}@127.0.0.1:${s3.port}/${name}/some%20prefix?scheme=http`);

const openBucket = (secret?: string, name?: string): MediaStore => {
  const address = addressOf(secret, name);
  if (!address) throw new Error('the address cannot be read');
  return createS3Store(address, createOutgoingHttp({ connections: 4 }));
};

let files = 0;
const spooled = async (bytes: Buffer) => {
  const path = join(folder, `file-${++files}`);
  await writeFile(path, bytes);
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};

const listed = async (store: MediaStore): Promise<StoredObject[]> => {
  const found: StoredObject[] = [];
  for await (const one of store.list()) found.push(one);
  return found;
};

const companyId = '0199a000-0000-7000-8000-000000000001';

describe.each([
  ['a folder', () => createFolderStore(join(folder, 'store'))],
  ['a bucket', () => openBucket()],
])('%s', (_name, open) => {
  it('gives back what was put, whole and in parts', async () => {
    const store = open();
    const bytes = Buffer.from('0123456789'.repeat(20_000));
    const file = await spooled(bytes);
    const key = objectKey(companyId, file.sha256);
    expect(await store.sizeOf(key)).toBeNull();
    expect(await store.open(key)).toBeNull();
    await store.put(key, file);
    await store.put(key, file);
    expect(await store.sizeOf(key)).toBe(bytes.length);
    const whole = await store.open(key);
    expect(whole && (await buffer(whole)).equals(bytes)).toBe(true);
    const part = await store.open(key, { start: 3, end: 6 });
    expect(part && (await buffer(part)).toString()).toBe('3456');
    await store.close();
  });

  it('lists what is there, and no more of what was removed', async () => {
    const store = open();
    const file = await spooled(Buffer.from('to be removed'));
    const key = objectKey(companyId, file.sha256);
    await store.put(key, file);
    const keys = async () => (await listed(store)).map((found) => found.key);
    expect(await keys()).toContain(key);
    const found = (await listed(store)).find((one) => one.key === key);
    expect(found?.bytes).toBe(13);
    expect(Math.abs((found?.changedAt.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    await store.remove(key);
    await store.remove(key);
    expect(await store.sizeOf(key)).toBeNull();
    expect(await keys()).not.toContain(key);
    await store.close();
  });
});

describe('a bucket that is away', () => {
  it('says so, and does not repeat the secret', async () => {
    const wrong = openBucket('not-the-secret');
    const file = await spooled(Buffer.from('x'));
    await expect(wrong.put(objectKey(companyId, file.sha256), file)).rejects.toThrow(
      /^(?!.*not-the-secret).*403/s,
    );
    await wrong.close();
    const missing = openBucket('S3RVER', 'no-such-bucket');
    await expect(missing.put(objectKey(companyId, file.sha256), file)).rejects.toBeInstanceOf(
      MediaStoreError,
    );
    await missing.close();
    const address = readS3Address('s3://key:secret@127.0.0.1:1/bucket?scheme=http');
    const nowhere = address && createS3Store(address, createOutgoingHttp({ connections: 1 }));
    await expect(nowhere?.sizeOf('a/b/c')).rejects.toBeInstanceOf(MediaStoreError);
    await nowhere?.close();
  });
});

describe('the address of a bucket', () => {
  it('is read with its credentials decoded', () => {
    expect(readS3Address('s3://AK:a%2Fb%2Bc@minio.example.com:9000/files/a/b?region=eu-central-1')).toEqual({
      origin: 'https://minio.example.com:9000',
      host: 'minio.example.com:9000',
      bucket: 'files',
      prefix: 'a/b/',
      region: 'eu-central-1',
      accessKeyId: 'AK',
      secretAccessKey: 'a/b+c',
    });
  });

  it.each([
    'https://AK:secret@host/bucket',
    's3://host/bucket',
    's3://AK:secret@host/',
    's3://AK:secret@host/bucket?regoin=x',
    's3://AK:secret@host/bucket?scheme=ftp',
    'nonsense',
  ])('%s is none', (text) => {
    expect(readS3Address(text)).toBeNull();
  });
});
