// The rows of an uploaded file, in any format we read.

import { readCsv } from './csv/read-csv.ts';
import type { TextEncoding } from './csv/scan-bytes.ts';
import type { ByteSource, FileRow } from './file-row.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

export interface FileForm {
  readonly format: 'csv' | 'xlsx';
  readonly encoding: string;
  readonly delimiter: string | null;
  readonly isDelimiterSaid: boolean;
}

export const openRows = (source: ByteSource, form: FileForm): AsyncGenerator<FileRow> =>
  form.format === 'xlsx'
    ? readXlsx(source)
    : readCsv(source.stream(0, source.size), {
        encoding: form.encoding as TextEncoding,
        delimiter: form.delimiter ?? ',',
        isDelimiterSaid: form.isDelimiterSaid,
      });
