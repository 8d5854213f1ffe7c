import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickest } from '../../tests/support/quickest.ts';
import { removeQuerySecrets, removeSecrets } from './redact.ts';

describe('removeSecrets', () => {
  it('leaves a text without secrets exactly as it is', () => {
    const text = '{ "to" : "+966501234567",\n "message":"Your token and your password" }';
    expect(removeSecrets(text)).toBe(text);
  });

  it.each([
    'token',
    'Token',
    'access_token',
    'client_secret',
    'PASSWORD',
    'apiKey',
    'api_key',
    'private_key',
    'authorization',
    'credentials',
    'passphrase',
  ])('removes the value under %s', (name) => {
    expect(JSON.parse(removeSecrets(JSON.stringify({ [name]: 'hush', other: 1 })))).toEqual({
      [name]: '[removed]',
      other: 1,
    });
  });

  it('removes whole objects and lists, and looks into lists of objects', () => {
    const text = JSON.stringify([{ a: { tokens: ['hush'] } }, { secret: { deep: 'hush' } }, 'token']);
    expect(removeSecrets(text)).toBe('[{"a":{"tokens":"[removed]"}},{"secret":"[removed]"},"token"]');
  });

  it('is not fooled by __proto__', () => {
    expect(removeSecrets('{"__proto__":{"token":"hush"}}')).toBe('{"__proto__":{"token":"[removed]"}}');
  });

  it.each([
    '{"token": "hush"',
    'password=hush&x=1',
    "secret : 'hush'",
    '<apiKey="hush">',
    'private_key: hush',
  ])('drops the whole of %s, which is not JSON', (text) => {
    expect(removeSecrets(text)).toBe('[removed]');
  });

  it('keeps a text that only speaks of a token and is not JSON', () => {
    expect(removeSecrets('{"message":"the token is in the post"')).toContain('in the post');
  });

  it('survives nesting deeper than the stack', () => {
    const text = `${'['.repeat(200_000)}{"token":"hush"}${']'.repeat(200_000)}`;
    expect(removeSecrets(text)).not.toContain('hush');
  });

  it('takes linear time for hostile texts', () => {
    const begun = performance.now();
    removeSecrets(`token${'a'.repeat(1_000_000)}`);
    removeSecrets('token '.repeat(150_000));
    removeSecrets('w'.repeat(1_000_000));
    removeSecrets('token'.repeat(200_000));
    removeSecrets(`{"token":${'['.repeat(1_000_000)}`);
    expect(performance.now() - begun, 'in time').toBeLessThan(2_000);
  });

  it('never lets the value under a secret name through, however deep it is', () => {
    const names = fc.constantFrom('token', 'my_secret', 'Password', 'api_key');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree'), { maxLength: 3 }), tie('node')),
      leaf: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      node: fc
        .tuple(fc.string(), tie('tree'), names)
        .map(([key, child, name]) => ({ [key]: child, [name]: 'HUSH-HUSH' })),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(removeSecrets(JSON.stringify(value))).not.toContain('HUSH-HUSH');
      }),
    );
  });
});

describe('removeQuerySecrets', () => {
  it.each([
    ['/api/v1/me', '/api/v1/me'],
    ['/api/v1/me?x=1', '/api/v1/me?x=1'],
    ['/api/v1/me?token=hush', '/api/v1/me?token=[removed]'],
    ['/api/v1/me?a=1&Access_Token=hush&b=2', '/api/v1/me?a=1&Access_Token=[removed]&b=2'],
    ['/api/v1/me?apikey=hush&password=hush', '/api/v1/me?apikey=[removed]&password=[removed]'],
    ['/tokens?code=token', '/tokens?code=token'],
    ['/api/v1/me?a?token=hush', '/api/v1/me?a?token=[removed]'],
    ['/api/v1/me?token', '/api/v1/me?token'],
    ['/api/v1/me?x=1&token=a=b', '/api/v1/me?x=1&token=[removed]'],
  ])('turns %s into %s', (path, cleaned) => {
    expect(removeQuerySecrets(path)).toBe(cleaned);
  });

  it('cuts a path that is longer than any that is kept, and shows no part of a secret', () => {
    const cleaned = removeQuerySecrets(`/api/v1/me?a=${'x'.repeat(5_000)}&token=hush`);
    expect(cleaned.length).toBeLessThanOrEqual(4_096);
    expect(removeQuerySecrets(`/api/v1/me?a=${'x'.repeat(4_070)}&token=hush`)).not.toContain('h&');
  });

  it('takes linear time for hostile paths', () => {
    const hostile = [
      `/api/v1/me?${'?token'.repeat(2_500)}`,
      `/api/v1/me?${'&token'.repeat(2_500)}`,
      `/api/v1/me?${'token'.repeat(3_000)}=`,
    ];
    expect(
      quickest(() => hostile.forEach((path) => void removeQuerySecrets(path))),
      'in time',
    ).toBeLessThan(25);
  });
});
