import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv-line.ts';

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'));

describe('a line of CSV', () => {
  it('is read back as it was by any reader', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (cells) => {
        const [read] = parse(csvLine(cells)) as string[][];
        expect(read?.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(
          cells,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('begins no cell like a formula', () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '=cmd|', '+SUM(', '-2+3+cmd');
    fc.assert(
      fc.property(start, text, (begin, rest) => {
        const [read] = parse(csvLine([`${begin}${rest}`, 'x'])) as string[][];
        const cell = read?.[0] ?? '';
        const isPlainNumber = /^[+-][\d\s().-]*$/.test(cell);
        expect(isPlainNumber || !/^[=+\-@\t\r]/.test(cell)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves phone numbers as they are', () => {
    expect(csvCell('+966501234567')).toBe('+966501234567');
  });
});
