import { describe, expect, it } from 'vitest';
import { createWishReader, defaultStartWords, defaultStopWords } from './stop-words.ts';

const read = createWishReader(defaultStopWords, defaultStartWords);

describe('the words by which people stop and start', () => {
  it.each(Object.values(defaultStopWords).flat())('%s stops', (word) => {
    expect(read(word)).toBe('stop');
    expect(read(` ${word.toUpperCase()}! `)).toBe('stop');
  });

  it.each(Object.values(defaultStartWords).flat())('%s starts', (word) => {
    expect(read(word)).toBe('start');
  });

  it.each(['', '👍', 'please stop', 'I will start tomorrow', 'لا تتوقف', 'stop'.repeat(50)])(
    '"%s" is for people to read',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
});
