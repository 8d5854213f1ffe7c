import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createUploadPlaces } from './upload-places.ts';

describe('the places for uploads', () => {
  it('are two for a company, and each has its own', () => {
    const places = createUploadPlaces();
    const leave = places.enter('one');
    places.enter('one');
    expect(() => places.enter('one')).toThrow(expect.objectContaining({ code: 'too_many_contact_imports' }));
    places.enter('other');
    leave();
    places.enter('one');
    expect(() => places.enter('one')).toThrow();
  });

  it('let two files be looked into at once, the others in the order they came', async () => {
    const places = createUploadPlaces();
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
    const begun: number[] = [];
    const looks = gates.map(({ promise }, index) =>
      places.look(() => {
        begun.push(index);
        return promise;
      }),
    );
    await turn();
    expect(begun).toEqual([0, 1]);
    gates[1]?.reject(new Error('broken'));
    await expect(looks[1]).rejects.toThrow('broken');
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    for (const [index, gate] of gates.entries()) gate.resolve(index);
    expect(await Promise.all(looks.filter((_, index) => index !== 1))).toEqual([0, 2, 3, 4]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });
});
