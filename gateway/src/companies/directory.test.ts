import { describe, expect, it } from 'vitest';
import { newUuid } from '../platform/ids.ts';
import { createCompanyDirectory, freshMilliseconds, usableMilliseconds } from './directory.ts';
import type { CompanyRow, TokenRow } from './queries.ts';

const row = (id: string, name: string): { company: CompanyRow; tokens: TokenRow[] } => ({
  company: {
    id,
    name,
    timezone: 'Asia/Riyadh',
    language: 'en',
    window_mode: 'provider',
    plan: 'active',
    trial_ends_at: null,
    requests_per_minute: null,
    created_at: new Date(0),
  },
  tokens: [{ id, digest: Buffer.from('digest'), expires_at: null, name: null, scopes: null, networks: [] }],
});

/** A directory over a table that the test changes, with a clock that the test moves. */
const createScene = () => {
  const names = new Map<string, string>();
  const asked: string[] = [];
  let clock = 100_000;
  let failure: Error | null = null;
  const load = async (id: string) => {
    asked.push(id);
    const name = names.get(id);
    await Promise.resolve();
    if (failure) throw failure;
    return name === undefined ? null : row(id, name);
  };
  return {
    names,
    asked,
    directory: createCompanyDirectory(load, () => clock),
    wait: (milliseconds: number) => {
      clock += milliseconds;
    },
    break: (error: Error | null) => {
      failure = error;
    },
  };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the directory of companies', () => {
  it('lets a changed token take effect within five seconds: an answer is usable for less than that', () => {
    expect(freshMilliseconds).toBeLessThan(usableMilliseconds);
    expect(usableMilliseconds).toBeLessThan(5_000);
  });

  it('has nothing at hand before it was asked', async () => {
    const { directory, names } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    expect(directory.peek(id)).toBeUndefined();
    expect(await directory.find(id)).toMatchObject({
      id,
      name: 'First',
      publicId: expect.stringMatching(/^co_/),
    });
    expect(directory.peek(id)).toMatchObject({ name: 'First' });
  });

  it('asks once for two seconds, however often it is needed', async () => {
    const { directory, names, asked, wait } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    await directory.find(id);
    for (let count = 0; count < 100; count += 1) {
      wait(20);
      directory.peek(id);
    }
    expect(asked).toEqual([id]);
  });

  it('asks once for many that find it missing at the same time', async () => {
    const { directory, names, asked } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    await Promise.all(Array.from({ length: 50 }, () => directory.find(id)));
    expect(asked).toEqual([id]);
  });

  it('renews an entry behind the scenes and answers at once with the old one meanwhile', async () => {
    const { directory, names, wait } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    await directory.find(id);
    names.set(id, 'Second');
    wait(freshMilliseconds + 1);
    expect(directory.peek(id)).toMatchObject({ name: 'First' });
    await settle();
    expect(directory.peek(id)).toMatchObject({ name: 'Second' });
  });

  it('never answers with what is older than four seconds', async () => {
    const { directory, names, wait } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    await directory.find(id);
    wait(usableMilliseconds + 1);
    expect(directory.peek(id)).toBeUndefined();
  });

  it('counts the age from before the question, because the answer may be that old', async () => {
    const { directory, names, wait } = createScene();
    const id = newUuid();
    names.set(id, 'First');
    const finding = directory.find(id);
    wait(usableMilliseconds + 1);
    await finding;
    expect(directory.peek(id)).toBeUndefined();
  });

  it('remembers that a company does not exist, and learns when it does', async () => {
    const { directory, names, asked, wait } = createScene();
    const id = newUuid();
    expect(await directory.find(id)).toBeNull();
    expect(directory.peek(id)).toBeNull();
    expect(asked).toHaveLength(1);
    names.set(id, 'New');
    wait(freshMilliseconds + 1);
    directory.peek(id);
    await settle();
    expect(directory.peek(id)).toMatchObject({ name: 'New' });
  });

  it('goes on with what it has while the database is away, but not longer than four seconds', async () => {
    const scene = createScene();
    const id = newUuid();
    scene.names.set(id, 'First');
    await scene.directory.find(id);
    scene.break(new Error('away'));
    scene.wait(usableMilliseconds - 1_000);
    expect(scene.directory.peek(id)).toMatchObject({ name: 'First' });
    await settle();
    scene.wait(1_500);
    expect(scene.directory.peek(id)).toBeUndefined();
    await expect(scene.directory.find(id)).rejects.toThrow('away');
    scene.break(null);
    expect(await scene.directory.find(id)).toMatchObject({ name: 'First' });
  });

  it('keeps no more than it can hold when callers ask for made-up ids', async () => {
    const { directory, names } = createScene();
    for (let count = 0; count < 21_000; count += 1) await directory.find(newUuid());
    const id = newUuid();
    names.set(id, 'First');
    await directory.find(id);
    expect(directory.peek(id)).toMatchObject({ name: 'First' });
  });
});
