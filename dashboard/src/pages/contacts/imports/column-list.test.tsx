import { describe, expect, it } from 'vitest';
import { fileColumns } from './column-list.tsx';

const common = { encoding: 'utf-8', delimiter: ',', mapping: [null, null] };

describe('the columns of a file', () => {
  it('have the headings of the first row, and samples without gaps', () => {
    const preview = {
      ...common,
      has_header: true,
      headers: ['Phone', ''],
      rows: [['1', ''], ['2', 'b'], ['3'], ['4', 'd']],
    };
    expect(fileColumns(preview, true)).toEqual([
      { number: 1, heading: 'Phone', samples: ['1', '2', '3'] },
      { number: 2, heading: null, samples: ['b', 'd'] },
    ]);
  });

  it('take the first row as data when somebody says that it is no heading', () => {
    const preview = { ...common, has_header: true, headers: ['0501', 'Sara'], rows: [['0502', 'Omar']] };
    expect(fileColumns(preview, false)[1]).toEqual({ number: 2, heading: null, samples: ['Sara', 'Omar'] });
  });

  it('take the first row as headings when somebody says so', () => {
    const preview = {
      ...common,
      has_header: false,
      headers: ['1', '2'],
      rows: [
        ['A1', 'B1'],
        ['x', 'y'],
      ],
    };
    expect(fileColumns(preview, true)[0]).toEqual({ number: 1, heading: 'A1', samples: ['x'] });
  });
});
