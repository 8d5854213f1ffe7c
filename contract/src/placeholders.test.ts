import { describe, expect, it } from 'vitest';
import { fillText, listPlaceholders } from './placeholders.ts';

describe('placeholders', () => {
  it('are listed once each; one that also stands without a fallback needs a value', () => {
    expect(listPlaceholders('Hi {{name|there}}, {{ day }} at {{time|noon}}, {{name}}')).toEqual([
      { name: 'name', fallback: null },
      { name: 'day', fallback: null },
      { name: 'time', fallback: 'noon' },
    ]);
  });

  it('may have names in any script', () => {
    expect(listPlaceholders('مرحبًا {{الاسم|صديقنا}}')).toEqual([{ name: 'الاسم', fallback: 'صديقنا' }]);
  });

  it('may have a fallback with a single brace in it', () => {
    expect(listPlaceholders('{{name|a}b}}')).toEqual([{ name: 'name', fallback: 'a}b' }]);
    expect(fillText('{{name|a}b}}', {})).toEqual({ text: 'a}b', unfilled: [] });
  });

  it('are nothing when they are not closed or name nothing', () => {
    expect(listPlaceholders('{{name} {{}} {{a b}}')).toEqual([]);
  });
});

describe('a filled text', () => {
  it('has values, then fallbacks, and keeps what nothing fills', () => {
    expect(fillText('Hi {{name|there}}, {{day}}', {})).toEqual({
      text: 'Hi there, {{day}}',
      unfilled: ['day'],
    });
    expect(fillText('Hi {{name|there}}, {{day}}', { name: 'Sara', day: 'Sunday' })).toEqual({
      text: 'Hi Sara, Sunday',
      unfilled: [],
    });
  });

  it('takes an empty value as one, unless there is a fallback', () => {
    expect(fillText('[{{a}}] [{{a|b}}]', { a: '' }).text).toBe('[] [b]');
  });

  it('does not read values again', () => {
    expect(fillText('{{a}}', { a: '{{b}}' })).toEqual({ text: '{{b}}', unfilled: [] });
  });

  it('names braces that stand around a placeholder', () => {
    expect(fillText('{{ x {{a}} }}', { a: '1' }).unfilled).toEqual([' x … ']);
  });
});
