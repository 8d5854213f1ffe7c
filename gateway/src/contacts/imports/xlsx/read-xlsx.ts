// The rows of the first sheet of an XLSX file, one after the other. The sheet is inflated and read as it comes; nothing of
// it is kept but the row at hand.

import { cellCharactersMax, columnsMax, FileError, type FileRow } from '../file-row.ts';
import { dayText, readDateStyles } from './cell-value.ts';
import { readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { attributeOf, createXmlReader } from './xml-tokens.ts';
import { type ByteSource, inflateEntry, listZip, type ZipEntry } from './zip.ts';

const smallPartBytesMax = 8 * 1_048_576;

const readSmall = async (source: ByteSource, entry: ZipEntry | undefined): Promise<string> => {
  if (!entry) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of inflateEntry(source, entry)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > smallPartBytesMax) throw new FileError('A part of the file is too large.');
  }
  return text + decoder.decode();
};

interface Workbook {
  readonly sheet: ZipEntry;
  readonly is1904: boolean;
}

const readTags = (xml: string, wanted: string): string[] => {
  const found: string[] = [];
  createXmlReader({
    open(name, attributes) {
      if (name === wanted) found.push(attributes);
    },
    close: () => undefined,
    text: () => undefined,
  })(xml);
  return found;
};

/** The first sheet by the order of the tabs, which need not be sheet1.xml. */
const findSheet = async (source: ByteSource, entries: ReadonlyMap<string, ZipEntry>): Promise<Workbook> => {
  const workbook = await readSmall(source, entries.get('xl/workbook.xml'));
  const relations = await readSmall(source, entries.get('xl/_rels/workbook.xml.rels'));
  const first = readTags(workbook, 'sheet')[0] ?? '';
  const id = attributeOf(first, '\\w+:id');
  const relation = readTags(relations, 'Relationship').find((tag) => attributeOf(tag, 'Id') === id);
  const target = relation === undefined ? null : attributeOf(relation, 'Target');
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? 'worksheets/sheet1.xml'}`;
  const sheet = entries.get(path) ?? entries.get('xl/worksheets/sheet1.xml');
  if (!sheet) throw new FileError('There is no sheet in the file; save it as XLSX or CSV.');
  const is1904 = readTags(workbook, 'workbookPr').some((tag) =>
    ['1', 'true'].includes(attributeOf(tag, 'date1904') ?? ''),
  );
  return { sheet, is1904 };
};

/** B3 is column 1. */
const columnOf = (reference: string | null): number | null => {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

interface SheetContext {
  readonly strings: SharedStrings;
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

const createRowReader = ({ strings, dateStyles, is1904 }: SheetContext, onRow: (row: FileRow) => void) => {
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let style = 0;
  let value = '';
  let isValue = false;

  const finishCell = (): void => {
    if (column < 0 || column >= columnsMax) return;
    while (cells.length < column) cells.push('');
    let text = value;
    if (type === 's') text = strings.get(Number(value));
    else if (type === 'b') text = value === '1' ? 'true' : 'false';
    else if (type === 'n' && dateStyles[style] && value !== '') text = dayText(value, is1904);
    cells[column] = text.slice(0, cellCharactersMax);
  };

  return createXmlReader({
    open(name, attributes, isEmpty) {
      if (name === 'row') {
        line = Number(attributeOf(attributes, 'r')) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributeOf(attributes, 'r')) ?? column + 1;
        type = attributeOf(attributes, 't') ?? 'n';
        style = Number(attributeOf(attributes, 's') ?? 0);
        value = '';
      } else if (name === 'v' || name === 't') isValue = !isEmpty;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') finishCell();
      else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) onRow({ line, cells });
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
};

const oldOffice = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export async function* readXlsx(source: ByteSource): AsyncGenerator<FileRow> {
  if ((await source.read(0, 4)).equals(oldOffice))
    throw new FileError(
      'This is an old XLS file, or one with a password. Save it as XLSX without a password.',
    );
  const entries = await listZip(source);
  const { sheet, is1904 } = await findSheet(source, entries);
  const shared = entries.get('xl/sharedStrings.xml');
  const strings = shared ? await readSharedStrings(inflateEntry(source, shared)) : { get: () => '' };
  const dateStyles = readDateStyles(await readSmall(source, entries.get('xl/styles.xml')));
  let rows: FileRow[] = [];
  const push = createRowReader({ strings, dateStyles, is1904 }, (row) => rows.push(row));
  const decoder = new TextDecoder();
  for await (const chunk of inflateEntry(source, sheet)) {
    push(decoder.decode(chunk, { stream: true }));
    const ready = rows;
    rows = [];
    yield* ready;
  }
}
