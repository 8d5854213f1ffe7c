import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretsOf } from './hide-secrets.ts';

const field = (name: string, isSecret: boolean) => ({ name, label: name, help: `${name}.`, isSecret });
const declared = [field('open', false), field('token', true), field('other', true)];
const hide = (text: string, token: string, other = '') =>
  secretsOf(declared, { open: 'open-value', token, other }).hide(text);

describe('hiding secrets', () => {
  test('takes out secrets and leaves the rest', () => {
    expect(hide('a open-value secret-1 b secret-1', 'secret-1')).toBe('a open-value [removed] b [removed]');
  });

  test('takes out the longer of two that begin alike', () => {
    expect(hide('secret-12', 'secret-1', 'secret-12')).toBe('[removed]');
  });

  test('finds a secret as JSON and addresses write it', () => {
    const secret = 'a"b/c\\d e';
    const written = [JSON.stringify(secret), '"a\\"b\\/c\\\\d e"', encodeURIComponent(secret)];
    for (const text of written) expect(hide(text, secret)).toMatch(/^"?\[removed\]"?$/);
  });

  test('leaves texts alone when a secret is missing or too short to be one', () => {
    expect(hide('a text', '')).toBe('a text');
    expect(hide('a text', 'a')).toBe('a text');
    expect(secretsOf(declared, {}).hide('a text')).toBe('a text');
  });

  test('hides in what the provider wrote of a failure', () => {
    const failure = {
      code: '190',
      title: 'T secret-1',
      detail: 'D secret-1',
      cause: 'Cause.',
      action: 'Action.',
    };
    expect(secretsOf(declared, { token: 'secret-1' }).hideInFailure(failure)).toEqual({
      code: '190',
      title: 'T [removed]',
      detail: 'D [removed]',
      cause: 'Cause.',
      action: 'Action.',
    });
  });

  test('leaves no secret in any text around it', () => {
    const secret = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => !'[removed]'.includes(text));
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, token, after) => {
        expect(hide(`${before} ${token} ${after}`, token)).toContain('[removed]');
      }),
    );
  });
});
