// The columns of a file as people see them: a heading, and what stands below it. Whether the first row holds headings is
// a guess of the gateway's that people may correct.

import type { ImportPreview } from '@hudhud/contract/imports.ts';

export interface FileColumn {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Null: the column has none. */
  readonly heading: string | null;
  readonly samples: readonly string[];
}

const samplesMax = 3;

export function fileColumns(preview: ImportPreview, hasHeader: boolean): FileColumn[] {
  const rows = preview.has_header ? [preview.headers, ...preview.rows] : preview.rows;
  const below = hasHeader ? rows.slice(1) : rows;
  return preview.headers.map((_heading, index) => ({
    number: index + 1,
    heading: (hasHeader && rows[0]?.[index]) || null,
    samples: below
      .map((row) => row[index] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, samplesMax),
  }));
}
