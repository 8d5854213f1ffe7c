import { describe, expect, it } from 'vitest';
import { newUuid } from '../platform/ids.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
import { createSenderDirectory, freshMilliseconds, type Sender, usableMilliseconds } from './directory.ts';

const companyId = newUuid();

const sender = (name: string): Sender => ({
  companyId,
  id: companyId,
  publicId: 'snd_1',
  storeId: null,
  name,
  provider: metaCloud,
  account: '1',
  phoneNumber: null,
  isDefault: true,
  isSimulated: true,
  messagesPerSecond: 80,
  state: 'connected',
  failure: null,
  fields: {},
});

/** A directory over one sender that the test renames, with a clock that the test moves. */
const createScene = () => {
  const scene = { name: 'First', isAway: false, clock: 100_000 };
  const directory = createSenderDirectory({
    load: async () => {
      if (scene.isAway) throw new Error('away');
      return [sender(scene.name)];
    },
    adapt: (loaded) => ({ ...loaded, fields: { base_url: 'http://here' } }),
    now: () => scene.clock,
  });
  return { scene, directory };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the directory of senders', () => {
  it('answers senders as this process adapts them', async () => {
    const { directory } = createScene();
    expect(directory.peek(companyId)).toBeUndefined();
    const expected = [expect.objectContaining({ name: 'First', fields: { base_url: 'http://here' } })];
    expect(await directory.find(companyId)).toEqual(expected);
    expect(directory.peek(companyId)).toEqual(expected);
  });

  it('learns of a change that another process made', async () => {
    const { scene, directory } = createScene();
    await directory.find(companyId);
    scene.name = 'Second';
    scene.clock += freshMilliseconds + 1;
    expect(directory.peek(companyId)?.[0]?.name).toBe('First');
    await settle();
    expect(directory.peek(companyId)?.[0]?.name).toBe('Second');
  });

  it('knows of a change of its own at once', async () => {
    const { scene, directory } = createScene();
    await directory.find(companyId);
    scene.name = 'Second';
    directory.forget(companyId);
    expect(directory.peek(companyId)).toBeUndefined();
    expect((await directory.find(companyId))[0]?.name).toBe('Second');
  });

  it('lets sending go on for a minute while the database is away', async () => {
    const { scene, directory } = createScene();
    await directory.find(companyId);
    scene.isAway = true;
    scene.clock += usableMilliseconds;
    expect(directory.peek(companyId)?.[0]?.name).toBe('First');
    scene.clock += 1;
    expect(directory.peek(companyId)).toBeUndefined();
    await expect(directory.find(companyId)).rejects.toThrow('away');
  });
});
