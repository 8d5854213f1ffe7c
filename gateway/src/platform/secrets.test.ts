import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveSecrets, equalDigests, readOrMakeSecretKey } from './secrets.ts';

const key = 'a key that has more than 32 characters';

describe('a key derived from a secret key', () => {
  it('is the same for the same key', () => {
    expect(deriveSecrets(key).digestToken('token')).toEqual(deriveSecrets(key).digestToken('token'));
    expect(deriveSecrets(key).check).toEqual(deriveSecrets(key).check);
  });

  it('is another for another key, another token and another purpose', () => {
    const [one, two] = [deriveSecrets(key), deriveSecrets(`${key}.`)];
    const values = [one.check, two.check, one.digestToken('a'), one.digestToken('b'), two.digestToken('a')];
    expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(values.length);
  });

  it('is remembered for many tokens without mixing them up', () => {
    const secrets = deriveSecrets(key);
    const tokens = Array.from({ length: 2_500 }, (_, index) => `token ${index}`);
    const first = tokens.map((token) => secrets.digestToken(token).toString('hex'));
    const again = tokens.map((token) => secrets.digestToken(token).toString('hex'));
    expect(again).toEqual(first);
    expect(new Set(first).size).toBe(tokens.length);
  });
});

describe('a sealed text', () => {
  const secrets = deriveSecrets(key);
  const purpose = 'sender 1 2';

  it.each(['', 'EAAG token', 'مرحبا 👋', 'x'.repeat(10_000)])('opens again: %#', (text) => {
    expect(secrets.open(purpose, secrets.seal(purpose, text))).toBe(text);
    expect(deriveSecrets(key).open(purpose, secrets.seal(purpose, text))).toBe(text);
  });

  it('does not show what is in it, and is another each time', () => {
    const [one, two] = [secrets.seal(purpose, 'the token'), secrets.seal(purpose, 'the token')];
    expect(one.toString('latin1')).not.toContain('token');
    expect(one.subarray(1)).not.toEqual(two.subarray(1));
  });

  it('does not open for another purpose or with another key', () => {
    const sealed = secrets.seal(purpose, 'the token');
    expect(() => secrets.open('sender 1 3', sealed)).toThrow('sender 1 3');
    expect(() => deriveSecrets(`${key}.`).open(purpose, sealed)).toThrow('another key');
  });

  it('does not open when any of its bytes was changed', () => {
    const sealed = secrets.seal(purpose, 'the token');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => secrets.open(purpose, changed), `byte ${index}`).toThrow();
    }
  });

  it('does not open when it was cut short', () => {
    const sealed = secrets.seal(purpose, 'the token');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => secrets.open(purpose, sealed.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });
});

describe('digests', () => {
  it('are equal when their bytes are, and different lengths are no exception', () => {
    expect(equalDigests(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
    expect(equalDigests(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
    expect(equalDigests(Buffer.from('abc'), Buffer.from('ab'))).toBe(false);
    expect(equalDigests(Buffer.alloc(0), Buffer.alloc(32))).toBe(false);
  });
});

describe('the secret key of an embedded gateway', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hudhud-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, long and random, and kept', async () => {
    const first = await readOrMakeSecretKey(folder);
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await readOrMakeSecretKey(folder)).toBe(first);
    expect((await readFile(join(folder, 'secret-key'), 'utf8')).trim()).toBe(first);
  });

  it('is readable by its owner only, also when somebody had loosened it', async () => {
    await readOrMakeSecretKey(folder);
    await chmod(join(folder, 'secret-key'), 0o644);
    await readOrMakeSecretKey(folder);
    expect((await stat(join(folder, 'secret-key'))).mode & 0o777).toBe(0o600);
  });

  it('is the same for all processes that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => readOrMakeSecretKey(folder)));
    expect(new Set(keys).size).toBe(1);
  });

  it('is not replaced when it is damaged: without it the stored tokens are lost', async () => {
    await writeFile(join(folder, 'secret-key'), 'short');
    await expect(readOrMakeSecretKey(folder)).rejects.toThrow('damaged');
    expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe('short');
  });
});
