import { describe, expect, it } from 'vitest';
import { createFreshMap } from './fresh-map.ts';

/** A map over one value that the test changes, with a clock that the test moves. */
const createScene = () => {
  const scene = { value: 'first', asked: 0, clock: 100_000, failure: null as Error | null };
  const map = createFreshMap<string>({
    load: async () => {
      scene.asked += 1;
      const { value } = scene;
      await Promise.resolve();
      if (scene.failure) throw scene.failure;
      return value;
    },
    freshMilliseconds: 2_000,
    usableMilliseconds: 60_000,
    entriesMax: 3,
    now: () => scene.clock,
  });
  return { scene, map };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a map of fresh answers', () => {
  it('answers with an old value while it is being renewed, and then with the new one', async () => {
    const { scene, map } = createScene();
    await map.find('key');
    scene.value = 'second';
    scene.clock += 59_000;
    expect(map.peek('key')).toBe('first');
    await settle();
    expect(map.peek('key')).toBe('second');
  });

  it('goes on with an old value while the database is away, and asks it only now and then', async () => {
    const { scene, map } = createScene();
    await map.find('key');
    scene.failure = new Error('away');
    for (let count = 0; count < 100; count += 1) {
      scene.clock += 100;
      expect(map.peek('key')).toBe('first');
      await settle();
    }
    expect(scene.asked).toBeGreaterThan(5);
    expect(scene.asked).toBeLessThan(25);
    scene.clock += 51_000;
    expect(map.peek('key')).toBeUndefined();
    await expect(map.find('key')).rejects.toThrow('away');
  });

  it('forgets at once, and does not take an answer for true that was asked for before', async () => {
    const { scene, map } = createScene();
    const early = map.find('key');
    scene.value = 'second';
    map.forget('key');
    expect(await early).toBe('first');
    expect(map.peek('key')).toBeUndefined();
    expect(await map.find('key')).toBe('second');
    expect(map.peek('key')).toBe('second');
  });

  it('starts afresh when it is full', async () => {
    const { map } = createScene();
    for (const key of ['a', 'b', 'c', 'd']) await map.find(key);
    expect(map.peek('a')).toBeUndefined();
    expect(map.peek('d')).toBe('first');
  });
});
