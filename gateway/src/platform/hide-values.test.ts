import { describe, expect, it } from 'vitest';
import { createHideValues, hideQueryValues } from './hide-values.ts';

describe('createHideValues', () => {
  it('hides a secret as it is, in JSON and in an address', () => {
    const hide = createHideValues(['pa/ss"word+1']);
    expect(hide('x pa/ss"word+1 y')).toBe('x [removed] y');
    expect(hide(JSON.stringify({ a: 'pa/ss"word+1' }))).toBe('{"a":"[removed]"}');
    expect(hide('{"a":"pa\\/ss\\"word+1"}')).toBe('{"a":"[removed]"}');
    expect(hide('?a=pa%2Fss%22word%2B1')).toBe('?a=[removed]');
  });

  it('hides the longer of two secrets first', () => {
    expect(createHideValues(['secret', 'secret-and-more'])('secret-and-more secret')).toBe(
      '[removed] [removed]',
    );
  });

  it('leaves short values alone: they occur in ordinary words', () => {
    expect(createHideValues(['yes', ''])('yes, of course')).toBe('yes, of course');
  });
});

describe('hideQueryValues', () => {
  it.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['https://example.com/hook?', 'https://example.com/hook?'],
    ['https://example.com/hook?token=hush', 'https://example.com/hook?token=[removed]'],
    ['https://example.com/?k=a=b&x=&y', 'https://example.com/?k=[removed]&x=[removed]&[removed]'],
  ])('turns %s into %s', (url, hidden) => {
    expect(hideQueryValues(url)).toBe(hidden);
  });
});
