import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeysInProgress, fingerprintOf, readIdempotencyKey } from './idempotency.ts';

describe('the Idempotency-Key header', () => {
  it.each([
    [null, null],
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ["it's", "it's"],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('%j is the key %j', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each([
    '',
    '""',
    ' ',
    'a b',
    '"a b"',
    'a"b',
    '"abc',
    'abc"',
    '"a"b"',
    '"a\\b"',
    'café',
    'a\tb',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('%j is no key', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key' }),
    );
  });

  it('means the same quoted and bare', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/), (key) => {
        expect(readIdempotencyKey(`"${key}"`)).toBe(readIdempotencyKey(key));
      }),
    );
  });
});

describe('a fingerprint', () => {
  const command = fc.record({
    phoneNumber: fc.string(),
    body: fc.string(),
    type: fc.string(),
    provider: fc.string(),
  });

  it('does not depend on the order of the fields', () => {
    fc.assert(
      fc.property(command, (fields) => {
        const turned = Object.fromEntries(Object.entries(fields).reverse());
        expect(fingerprintOf(turned)).toEqual(fingerprintOf(fields));
      }),
    );
  });

  it('tells any two commands apart', () => {
    fc.assert(
      fc.property(command, command, (one, two) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(two));
        expect(fingerprintOf(one).equals(fingerprintOf(two))).toBe(false);
      }),
    );
  });

  it('tells apart what joined texts would mix up', () => {
    expect(fingerprintOf({ a: 'x', b: 'y' })).not.toEqual(fingerprintOf({ a: 'xy', b: '' }));
    expect(fingerprintOf({ a: '"],["b","' })).not.toEqual(fingerprintOf({ a: '', b: '' }));
  });
});

describe('keys in progress', () => {
  it('let one through and refuse the others until it is done', async () => {
    const keys = createKeysInProgress();
    const gate = Promise.withResolvers<string>();
    const first = keys.run('company', 'key', () => gate.promise);
    await expect(keys.run('company', 'key', async () => 'second')).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterSeconds: 1,
    });
    gate.resolve('first');
    expect(await first).toBe('first');
    expect(await keys.run('company', 'key', async () => 'third')).toBe('third');
  });

  it('are free again after a failure', async () => {
    const keys = createKeysInProgress();
    await expect(keys.run('company', 'key', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await keys.run('company', 'key', async () => 'again')).toBe('again');
  });

  it('of two companies, and requests without a key, do not meet', async () => {
    const keys = createKeysInProgress();
    const gate = Promise.withResolvers<string>();
    const running = [
      keys.run('one', 'key', () => gate.promise),
      keys.run('two', 'key', () => gate.promise),
      keys.run('one', null, () => gate.promise),
      keys.run('one', null, () => gate.promise),
    ];
    gate.resolve('done');
    expect(await Promise.all(running)).toEqual(['done', 'done', 'done', 'done']);
  });
});
