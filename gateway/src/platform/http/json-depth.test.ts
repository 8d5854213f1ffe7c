import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooDeep, jsonDepthMax } from './json-depth.ts';

const nested = (depth: number, open = '[', close = ']'): Buffer =>
  Buffer.from(open.repeat(depth) + close.repeat(depth));

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((child) => depthOf(child)))
    : 0;

describe('isTooDeep', () => {
  it('lets the deepest allowed nesting through, and not one level more', () => {
    expect(isTooDeep(nested(jsonDepthMax))).toBe(false);
    expect(isTooDeep(nested(jsonDepthMax + 1))).toBe(true);
    expect(isTooDeep(nested(jsonDepthMax + 1, '{"a":', '}'))).toBe(true);
  });

  it('counts levels, not brackets', () => {
    expect(isTooDeep(Buffer.from(`[${'[],'.repeat(1_000)}{}]`))).toBe(false);
  });

  it.each([
    ['brackets', '['.repeat(200)],
    ['escaped quotes', '\\"['.repeat(200)],
    ['a backslash at the end', `${'['.repeat(200)}\\\\`],
  ])('does not count inside a text with %s', (_name, text) => {
    expect(isTooDeep(Buffer.from(`{"message":"${text}"}`))).toBe(false);
  });

  it('goes on counting behind a text', () => {
    expect(isTooDeep(Buffer.from(`{"a":"\\\\","b":${'['.repeat(200)}`))).toBe(true);
  });

  it('agrees with the depth of what was written', () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), fc.integer({ min: 45, max: 70 }), (value, wrapped) => {
        const text = '['.repeat(wrapped) + JSON.stringify(value) + ']'.repeat(wrapped);
        expect(isTooDeep(Buffer.from(text))).toBe(depthOf(value) + wrapped > jsonDepthMax);
        runs += 1;
      }),
    );
    expect(runs).toBeGreaterThanOrEqual(100);
  });

  it('reads 8 MB of brackets no further than it must', () => {
    const bytes = Buffer.alloc(8 * 1_048_576, '[');
    const begun = performance.now();
    expect(isTooDeep(bytes)).toBe(true);
    expect(performance.now() - begun).toBeLessThan(20);
  });
});
