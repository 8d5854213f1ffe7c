// Writes XLSX files for tests: a ZIP file with the few parts that a spreadsheet needs.

import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

const zip = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    // The part that the file and its entry in the directory share.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    facts.copy(head, 4);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    files.push(head, title, packed);
    directory.push(entry, title);
    offset += head.length + title.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, table, end]);
};

/** A text, a number as it is stored, a day as its number, or nothing. */
export type XlsxCell = string | { readonly number: string } | { readonly day: number } | null;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cellXml = (cell: XlsxCell, place: string, share: (text: string) => number): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${share(cell)}</v></c>`;
  if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${place}"><v>${cell.number}</v></c>`;
};

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const makeXlsx = (rows: readonly (readonly XlsxCell[])[]): Buffer => {
  const shared = new Map<string, number>();
  const share = (text: string): number => {
    const known = shared.get(text) ?? shared.size;
    shared.set(text, known);
    return known;
  };
  const body = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells
        .map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`, share))
        .join('')}</row>`,
  );
  const sheet = `${head}<worksheet><sheetData>${body.join('')}</sheetData></worksheet>`;
  const strings = [...shared.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  const part = (name: string, text: string): Part => ({ name, bytes: Buffer.from(text) });
  return zip([
    part(
      'xl/workbook.xml',
      `${head}<workbook><sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships><Relationship Id="rId7" Target="worksheets/people.xml"/></Relationships>`,
    ),
    part('xl/worksheets/people.xml', sheet),
    part('xl/sharedStrings.xml', `${head}<sst>${strings.join('')}</sst>`),
    part(
      'xl/styles.xml',
      `${head}<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
  ]);
};

/** A file that is tiny and unpacks to a sheet of so many bytes. */
export const makeZipBomb = (bytes: number): Buffer =>
  zip([
    { name: 'xl/workbook.xml', bytes: Buffer.from('<workbook/>') },
    {
      name: 'xl/worksheets/sheet1.xml',
      bytes: Buffer.concat([Buffer.from('<worksheet>'), Buffer.alloc(bytes, '<row></row>')]),
    },
  ]);
