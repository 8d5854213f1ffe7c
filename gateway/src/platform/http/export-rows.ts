// A list as a file, streamed a page at a time: CSV for spreadsheets, or one JSON object a line for programs.

import { Readable } from 'node:stream';
import { type ExportFormat, exportFormats } from '@hudhud/contract/log-statistics.ts';
import type { FastifyReply } from 'fastify';
import { byteOrderMark, csvLine } from '../csv-line.ts';

/** For a file that a person opens; a caller that wants more asks for one span of time after the other. */
const exportRowsMax = 100_000;
const exportPageRows = 500;

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface Export<Item> {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly columns: readonly (keyof Item & string)[];
  readonly readPage: (cursor: string | undefined) => Promise<Page<Item>>;
}

/** The query of one page of an export. */
export const pageOfExport = <Query>(query: Query, cursor: string | undefined) => ({
  ...query,
  limit: exportPageRows,
  ...(cursor !== undefined && { cursor }),
});

/** The fields of a schema, in its order. */
export const columnsOf = <Item>(schema: { properties: Item }): (keyof Item & string)[] =>
  Object.keys(schema.properties as object) as (keyof Item & string)[];

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

async function* lines<Item>({ format, columns, readPage }: Export<Item>): AsyncGenerator<string> {
  const isCsv = format === 'csv';
  if (isCsv) yield byteOrderMark + csvLine(columns);
  const toLine = isCsv
    ? (item: Item) => csvLine(columns.map((column) => cellOf(item[column])))
    : (item: Item) => `${JSON.stringify(item)}\n`;
  let left = exportRowsMax;
  let cursor: string | undefined;
  while (left > 0) {
    const page: Page<Item> = await readPage(cursor);
    const items = page.data.slice(0, left);
    left -= items.length;
    if (items.length > 0) yield items.map(toLine).join('');
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const sendExport = <Item>(reply: FastifyReply, wanted: Export<Item>): FastifyReply =>
  reply
    .type(types[wanted.format])
    .header('content-disposition', `attachment; filename="${wanted.name}.${wanted.format}"`)
    .send(Readable.from(lines(wanted)));

/** How OpenAPI describes the answer. */
export const exportAnswer = {
  description: `A file, newest first, with ${exportRowsMax.toLocaleString('en')} rows at most.`,
  content: Object.fromEntries(
    exportFormats.map((format) => [types[format].replace(/;.*/, ''), { schema: {} }]),
  ),
};
