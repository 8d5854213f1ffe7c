import { describe, expect, it } from 'vitest';
import { gridAround, placeText } from './place-grid.ts';

const tile = { width: 264, height: 128, degreesHigh: 0.03 };

describe('the grid of a place', () => {
  it('has its lines where the degrees are, seen from the place in the middle', () => {
    const { meridians, parallels } = gridAround({ latitude: 0.004, longitude: 0 }, tile);
    expect(parallels.map(({ label }) => label)).toEqual(['0.01° S', '0.00° N', '0.01° N']);
    const [, equator] = parallels;
    expect(equator?.at).toBeCloseTo(64 + 0.004 * (128 / 0.03));
    const middle = meridians.find(({ label }) => label === '0.00° E');
    expect(middle?.at).toBeCloseTo(132);
    expect(meridians.every(({ at }) => at >= 0 && at <= 264)).toBe(true);
  });

  it('shows more degrees of longitude in the north, and stays drawable at the pole', () => {
    const south = gridAround({ latitude: 24.7, longitude: 46.7 }, tile).meridians.length;
    const north = gridAround({ latitude: 60.2, longitude: 24.9 }, tile).meridians.length;
    expect(north).toBeGreaterThan(south);
    expect(gridAround({ latitude: 90, longitude: 0 }, tile).meridians.length).toBeLessThan(60);
  });

  it('is written with five digits: about a metre', () => {
    expect(placeText({ latitude: 24.7135517, longitude: -46.6752957 })).toBe('24.71355, -46.67530');
  });
});
