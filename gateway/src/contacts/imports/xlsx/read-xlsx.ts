// The rows of the first sheet of an XLSX file, one after the other. The sheet is inflated and read as it comes; nothing of
// it is kept but the current row.

import { type ByteSource, cellCharactersMax, columnsMax, FileError, type FileRow } from '../file-row.ts';
import { dateStyleReader, dayText } from './cell-value.ts';
import { type Attributes, createXmlReader, readXml, type XmlHandler } from './read-xml.ts';
import { readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { listZip, type ZipEntry } from './zip.ts';

type Entries = ReadonlyMap<string, ZipEntry>;

/** Parts that say how the sheet is to be read are small, unless the file is hostile. */
const smallPartBytesMax = 8 * 1_048_576;
const sheetsMax = 1_000;

async function* small(entry: ZipEntry): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of entry.read()) {
    bytes += chunk.length;
    if (bytes > smallPartBytesMax) throw new FileError('A part of the file is too large.');
    yield chunk;
  }
}

const readSmall = async (entry: ZipEntry | undefined, handler: XmlHandler): Promise<void> => {
  if (entry) await readXml(small(entry), handler);
};

/** The attributes of all tags with these names, in their order. */
const readTags = async (
  entry: ZipEntry | undefined,
  wanted: readonly string[],
): Promise<{ readonly name: string; readonly attributes: Attributes }[]> => {
  const found: { name: string; attributes: Attributes }[] = [];
  await readSmall(entry, {
    open(name, attributes) {
      if (wanted.includes(name) && found.length < sheetsMax) found.push({ name, attributes });
    },
  });
  return found;
};

interface Workbook {
  readonly sheet: ZipEntry;
  readonly is1904: boolean;
}

/** The first sheet by the order of the tabs, which need not be sheet1.xml. */
const findSheet = async (entries: Entries): Promise<Workbook> => {
  const workbook = await readTags(entries.get('xl/workbook.xml'), ['sheet', 'workbookPr']);
  const relations = await readTags(entries.get('xl/_rels/workbook.xml.rels'), ['Relationship']);
  const first = workbook.find(({ name }) => name === 'sheet')?.attributes ?? {};
  const id = Object.entries(first).find(([name]) => /^\w+:id$/.test(name))?.[1];
  const target = relations.find(({ attributes }) => attributes.Id === id)?.attributes.Target;
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? 'worksheets/sheet1.xml'}`;
  const sheet = entries.get(path) ?? entries.get('xl/worksheets/sheet1.xml');
  if (!sheet) throw new FileError('There is no sheet in the file; save it as XLSX or CSV.');
  const is1904 = workbook.some(
    ({ name, attributes }) => name === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? ''),
  );
  return { sheet, is1904 };
};

/** B3 is column 1. */
const columnOf = (reference: string | undefined): number | null => {
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
    cells[column] = text;
  };

  return createXmlReader({
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') finishCell();
      else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) onRow({ line, cells });
    },
    text(piece) {
      if (isValue && value.length < cellCharactersMax)
        value += piece.slice(0, cellCharactersMax - value.length);
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
  const { sheet, is1904 } = await findSheet(entries);
  const shared = entries.get('xl/sharedStrings.xml');
  const strings = shared ? await readSharedStrings(shared.read()) : { get: () => '' };
  const dateStyles: boolean[] = [];
  await readSmall(entries.get('xl/styles.xml'), dateStyleReader(dateStyles));
  let rows: FileRow[] = [];
  const push = createRowReader({ strings, dateStyles, is1904 }, (row) => rows.push(row));
  const decoder = new TextDecoder();
  for await (const chunk of sheet.read()) {
    push(decoder.decode(chunk, { stream: true }));
    const ready = rows;
    rows = [];
    yield* ready;
  }
}
