import { describe, expect, it } from 'vitest';
import { fillPlaceholders, findPlaceholders } from './placeholders.ts';

describe('placeholders', () => {
  it('are found once each, with their fallback', () => {
    expect(findPlaceholders('Hi {{name|there}}, {{ day }} at {{time}}, {{name}}')).toEqual([
      { name: 'name', fallback: null },
      { name: 'day', fallback: null },
      { name: 'time', fallback: null },
    ]);
  });

  it('may have names in any script', () => {
    expect(findPlaceholders('مرحبًا {{الاسم|صديقنا}}')).toEqual([{ name: 'الاسم', fallback: 'صديقنا' }]);
  });

  it('are nothing when they are not closed or name nothing', () => {
    expect(findPlaceholders('{{name} {{}} {{a b}}')).toEqual([]);
  });
});

describe('a filled text', () => {
  it('has values, then fallbacks, and keeps what nobody fills', () => {
    expect(fillPlaceholders('Hi {{name|there}}, {{day}}', {})).toBe('Hi there, {{day}}');
    expect(fillPlaceholders('Hi {{name|there}}, {{day}}', { name: 'Sara', day: 'Sunday' })).toBe(
      'Hi Sara, Sunday',
    );
  });
});
