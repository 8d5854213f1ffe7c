import { describe, expect, it } from 'vitest';
import { parseCsv } from './refused-rows.ts';

describe('a CSV file', () => {
  it('is read with its quotes, line ends and mark of the beginning', () => {
    const text = '\ufeffline,reason,Name\r\n2,"no, ""really""","two\nlines"\r\n';
    expect(parseCsv(text, true)).toEqual([
      ['line', 'reason', 'Name'],
      ['2', 'no, "really"', 'two\nlines'],
    ]);
  });

  it('loses the row in which it was cut', () => {
    expect(parseCsv('a,b\n1,2\n3,"4', false)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(parseCsv('a,b\n1,2', true)).toHaveLength(2);
  });
});
