import { errorCodes } from '@hudhud/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { findErrors } from './errors-page.tsx';

const codes = (words: string) => findErrors(words, () => null).map(({ code }) => code);

describe('searching the error catalogue', () => {
  it('shows everything when nothing is asked for', () => {
    expect(codes(' ')).toEqual(errorCodes);
  });

  it('finds by code, by status, and by words in any order', () => {
    expect(codes('rate_limited')).toEqual(['rate_limited']);
    expect(codes('429')).toContain('rate_limited');
    expect(codes('requests many too')).toContain('rate_limited');
  });

  it('finds nothing for what is not there', () => {
    expect(codes('hippopotamus')).toEqual([]);
  });

  it('searches the words of the reader', () => {
    const arabic = { title: 'طلبات كثيرة', cause: 'س', action: 'ص' };
    const found = findErrors('كثيرة', (code) => (code === 'rate_limited' ? arabic : null));
    expect(found).toEqual([{ code: 'rate_limited', status: 429, ...arabic }]);
  });
});
