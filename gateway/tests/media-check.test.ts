// `hudhud media check` beside a running gateway, over both stores: a folder, and a real S3 server on loopback. It names what
// is missing, damaged and unknown, ends with 1 while something is, and removes the unknown only when it is asked to.

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Media } from '@hudhud/contract/media.ts';
import { describe, expect, it } from 'vitest';
import type { MediaFindings } from '../src/media/check-media.ts';
import { objectKey } from '../src/media/store/media-store.ts';
import { openMediaStore } from '../src/media/store/open-media-store.ts';
import { readS3Address } from '../src/media/store/s3-address.ts';
import { callCommand, spawnCommand } from './support/command-line.ts';
import { atFileEnd } from './support/file-end.ts';
import { testEnvironment, useApiGateway } from './support/gateway.ts';
import { startS3Server } from './support/s3-server.ts';
import { sampleFiles } from './support/sample-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'hudhud-media-check-'));
atFileEnd(() => rm(folder, { recursive: true, force: true }));

const bucket = 'checked-files';
const s3 = await startS3Server(join(folder, 's3'), bucket);
atFileEnd(s3.close);

/** A file younger than an hour may still be on its way, so all files are made to look older. */
const makeOld = async (directory: string): Promise<void> => {
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), yesterday, yesterday);
  }
};

const bucketUrl = `s3://S3RVER:S3RVER@127.0.0.1:${s3.port}/${bucket}?scheme=http`;

const openScene = async (name: string, mediaUrl: string, directory: string) => {
  const settings = { DATA_DIR: join(folder, name), MEDIA_URL: mediaUrl };
  const gateway = await useApiGateway({ environment: settings });
  const company = await gateway.createCompany();
  const store = openMediaStore({ dataDir: settings.DATA_DIR, mediaUrl: readS3Address(mediaUrl) });
  atFileEnd(() => store.close());
  const environment = { ...testEnvironment(gateway.database.url), ...settings };
  return { name, directory: join(folder, directory), company, store, environment };
};

const scenes = [
  await openScene('a folder', '', 'a folder/media/files'),
  await openScene('a bucket', bucketUrl, `s3/${bucket}`),
];

describe.each(scenes)('hudhud media check over $name', ({ directory, company, store, environment }) => {
  const check = (...words: string[]) => callCommand({ words: ['media', 'check', ...words], environment });

  const findings = async (...words: string[]): Promise<MediaFindings> => {
    const { code, stdout } = await check('--json', ...words);
    const found = JSON.parse(stdout) as MediaFindings;
    const isGood = found.missing.length + found.damaged.length + found.unknown.length === 0;
    expect(code).toBe(isGood ? 0 : 1);
    return found;
  };

  const upload = async (mark: string): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' };
    const bytes = Buffer.concat([sampleFiles.png, Buffer.from(mark)]);
    const { body } = await company.call<Media>('POST', '/api/v1/media', { body: bytes, headers });
    return objectKey(company.uuid, body.sha256 ?? '');
  };

  const put = async (key: string, bytes: string): Promise<void> => {
    const path = join(folder, 'to-put');
    await writeFile(path, bytes);
    // A bucket checks what it is given against this.
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await store.put(key, { path, bytes: bytes.length, sha256 });
  };

  it('finds nothing while table and store agree', async () => {
    await upload('one');
    await makeOld(directory);
    const { code, stdout } = await spawnCommand({ words: ['media', 'check'], environment });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'All 1 files are there, and nothing else is.\n' });
    expect(await findings()).toEqual({ files: 1, missing: [], damaged: [], unknown: [] });
  });

  it('names what is missing, damaged and unknown, and removes of the unknown what is ours', async () => {
    const [missing, damaged] = [await upload('two'), await upload('three')];
    const unknown = objectKey(company.uuid, 'ab'.repeat(32));
    await store.remove(missing);
    await put(damaged, 'half');
    await put(unknown, 'left by a crash');
    await put('notes/of-another-program.txt', 'not ours');
    expect((await findings()).unknown).toEqual([]);
    await makeOld(directory);
    const found = {
      files: 3,
      missing: [missing],
      damaged: [damaged],
      unknown: [unknown, 'notes/of-another-program.txt'].sort(),
    };
    const first = await findings();
    expect({ ...first, unknown: [...first.unknown].sort() }).toEqual(found);
    const { stdout, stderr } = await check();
    expect(stderr).toContain('4 files differ:');
    expect(stdout).toContain(`missing  ${missing}\n`);
    expect(stdout).toContain(`damaged  ${damaged}\n`);
    expect(stdout).toContain(`unknown  ${unknown}\n`);
    await findings('--remove-unknown');
    expect(await store.sizeOf(unknown)).toBeNull();
    expect((await findings()).unknown).toEqual(['notes/of-another-program.txt']);
  });
});

it('a store that refuses is reported as that, and nothing is called missing', async () => {
  const environment = { ...scenes[1]?.environment, MEDIA_URL: bucketUrl.replace(':S3RVER@', ':wrong@') };
  const { code, stdout, stderr } = await callCommand({ words: ['media', 'check'], environment });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('The store of files answered 403');
});
