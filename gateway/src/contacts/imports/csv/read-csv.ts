// The rows of a CSV file of any size, one after the other: bytes in, cells out.

import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { cellCharactersMax, columnsMax, FileError, type FileRow } from '../file-row.ts';
import type { TextEncoding } from './scan-bytes.ts';

export interface CsvForm {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  /** Whether the first line only says what the delimiter is. */
  readonly isDelimiterSaid: boolean;
}

/** A quote that is never closed would swallow the rest of the file. */
const rowCharactersMax = 1_000_000;
/** More are cut off, up to a number that no honest file has: the parser keeps the cells of a row until it ends. */
const cellsMax = 50_000;

const tooWide = (): FileError =>
  new FileError(`A row has more than ${cellsMax.toLocaleString('en')} cells; this is no list of people.`);

/** Every way to end a line becomes one, inside quotes too: files that were pasted together mix them. */
async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true });
    // A text that ends in half of a line break waits for the other half.
    rest = text.endsWith('\r') ? '\r' : '';
    const whole = rest === '' ? text : text.slice(0, -1);
    if (whole !== '') yield whole.replace(/\r\n?/g, '\n');
  }
  const last = rest + decoder.decode();
  if (last !== '') yield last.replace(/\r\n?/g, '\n');
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

const newlinesIn = (cells: readonly string[]): number => {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
};

const explain = (error: unknown): unknown => {
  const { code, lines } = error as CsvError & { lines?: number };
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return new FileError(
      `A quotation mark is opened and never closed; look for it near line ${lines ?? 'unknown'}.`,
    );
  if (typeof code === 'string' && code.startsWith('CSV_'))
    return new FileError(`The file is not valid CSV near line ${lines ?? 'unknown'}.`);
  return error;
};

export async function* readCsv(bytes: AsyncIterable<Uint8Array>, form: CsvForm): AsyncGenerator<FileRow> {
  const source = Readable.from(decode(bytes, form.encoding));
  const parser = parse({
    delimiter: form.delimiter,
    record_delimiter: '\n',
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowCharactersMax,
    // Empty cells have no size, so the bound above does not see a row of nothing but delimiters.
    cast(cell, { index }) {
      if (index < columnsMax) return cell;
      if (index >= cellsMax) throw tooWide();
      return cell === '' ? '' : 'x';
    },
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let isFirst = true;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const isSkipped = isFirst && form.isDelimiterSaid;
      isFirst = false;
      if (isSkipped || record.every((cell) => cell.trim() === '')) continue;
      const cells = record.slice(0, columnsMax).map((cell) => cell.slice(0, cellCharactersMax));
      yield { line: info.lines - newlinesIn(record), cells };
    }
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}
