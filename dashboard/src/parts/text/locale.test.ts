import { describe, expect, it } from 'vitest';
import { rateText } from './locale.ts';

describe('a rate', () => {
  it('has one decimal where it needs one', () => {
    expect(rateText(0.5, 'en')).toBe('50%');
    expect(rateText(1 / 3, 'en')).toBe('33.3%');
  });
});
