// Spreadsheets as the standard allows them, and as it does not.

import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ByteSource, FileError, type FileRow } from '../file-row.ts';
import { readXlsx } from './read-xlsx.ts';
import { createXmlReader } from './read-xml.ts';

interface Part {
  readonly name: string;
  readonly text: string;
  /** Stored as it is. */
  readonly isStored?: boolean;
}

interface ZipChoices {
  /** Sizes and offsets stand in 64-bit fields, as in files beyond 4 GB. */
  readonly isZip64?: boolean;
  /** The size of every part according to the table of contents. */
  readonly claimedSize?: number;
}

const most = 0xffffffff;

const zip64Extra = (bytes: number, packed: number, offset: number): Buffer => {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(bytes), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return extra;
};

const zip64End = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
};

const makeZip = (parts: readonly Part[], { isZip64 = false, claimedSize }: ZipChoices = {}): Buffer => {
  const files: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, text, isStored = false } of parts) {
    const bytes = Buffer.from(text);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const size = claimedSize ?? bytes.length;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(isStored ? 0 : 8, 8);
    head.writeUInt16LE(name.length, 26);
    const extra = isZip64 ? zip64Extra(size, packed.length, offset) : Buffer.alloc(0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(isZip64 ? most : packed.length, 20);
    entry.writeUInt32LE(isZip64 ? most : size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(isZip64 ? most : offset, 42);
    files.push(head, Buffer.from(name), packed);
    table.push(entry, Buffer.from(name), extra);
    offset += head.length + name.length + packed.length;
  }
  const size = table.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isZip64 ? 0xffff : parts.length, 8);
  end.writeUInt16LE(isZip64 ? 0xffff : parts.length, 10);
  end.writeUInt32LE(isZip64 ? most : size, 12);
  end.writeUInt32LE(isZip64 ? most : offset, 16);
  const middle = isZip64 ? [zip64End(parts.length, size, offset)] : [];
  return Buffer.concat([...files, ...table, ...middle, end]);
};

const sheet = (rows: string): Part => ({
  name: 'xl/worksheets/sheet1.xml',
  text: `<worksheet xmlns:x="u"><sheetData>${rows}</sheetData></worksheet>`,
});

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
  async *stream(offset, length) {
    for (let at = offset; at < offset + length; at += 1_000)
      yield bytes.subarray(at, Math.min(at + 1_000, offset + length));
  },
});

const readAll = async (bytes: Buffer): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  for await (const row of readXlsx(sourceOf(bytes))) rows.push(row);
  return rows;
};
const cellsOf = async (parts: readonly Part[], choices?: ZipChoices) =>
  (await readAll(makeZip(parts, choices))).map(({ cells }) => cells);

const plain = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="C1"><v>7</v></c></row>';

describe('a spreadsheet', () => {
  it.each([
    ['deflated', {}, false],
    ['stored', {}, true],
    ['with 64-bit sizes', { isZip64: true }, false],
    ['stored with 64-bit sizes', { isZip64: true }, true],
  ])('that is %s is read', async (_title, choices, isStored) => {
    expect(await cellsOf([{ ...sheet(plain), isStored }], choices)).toEqual([['a', '', '7']]);
  });

  it('is read whatever its names are prefixed with, with comments, CDATA and entities', async () => {
    const rows = '<x:row><x:c t="str"><!-- <v> --><x:v>&lt;a&#x41;<![CDATA[<b>]]></x:v></x:c></x:row>';
    expect(await cellsOf([sheet(rows)])).toEqual([['<aA<b>']]);
  });

  it('joins the runs of a shared text and leaves its phonetic hints out', async () => {
    const strings =
      '<sst><si><r><t>ab</t></r><rPh><t>x</t></rPh><r><t xml:space="preserve"> c</t></r></si><si/></sst>';
    const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c><v>1</v></c></row>';
    expect(await cellsOf([sheet(rows), { name: 'xl/sharedStrings.xml', text: strings }])).toEqual([
      ['ab c', '', '', '1'],
    ]);
  });

  it('is cut at 200 columns and 10,000 characters of a cell', async () => {
    const wide = `<row>${'<c><v>1</v></c>'.repeat(5_000)}</row>`;
    const long = `<row><c t="str"><v>${'y'.repeat(500_000)}</v></c></row>`;
    const [first, second] = await cellsOf([sheet(wide + long)]);
    expect(first).toHaveLength(200);
    expect(second?.[0]).toHaveLength(10_000);
  });

  it.each([
    [
      'a document type',
      [{ name: 'xl/worksheets/sheet1.xml', text: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
      'document type',
    ],
    ['an entity that is not declared', [sheet('<row>&b;</row>')], 'not valid XML'],
    ['tags that do not match', [sheet('<row></c>')], 'not valid XML'],
    ['no sheet', [{ name: 'other.xml', text: '<a/>' }], 'no sheet'],
    ['tags in tags without end', [sheet('<a>'.repeat(10_000))], 'nested deeper'],
    ['one text without end', [sheet(`<row><c><v>${'y'.repeat(3_000_000)}`)], 'too long'],
    ['one comment without end', [sheet(`<!-- ${'< '.repeat(1_500_000)}`)], 'too long'],
    ['one CDATA section without end', [sheet(`<![CDATA[${'<'.repeat(3_000_000)}`)], 'too long'],
    [
      'one tag without end',
      [sheet(`<c ${Array.from({ length: 300_000 }, (_, index) => `a${index}=""`).join(' ')}`)],
      'too long',
    ],
  ])('with %s is refused', async (_title, parts, words) => {
    const error = await cellsOf(parts).catch((found: unknown) => found);
    expect(error).toBeInstanceOf(FileError);
    expect(String(error)).toContain(words);
  });

  it('that says it is smaller than it is, or larger than any, is refused', async () => {
    const rows = plain.repeat(1_000);
    await expect(cellsOf([sheet(rows)], { claimedSize: 10 })).rejects.toThrow(FileError);
    await expect(cellsOf([sheet(rows)], { claimedSize: 2 ** 40, isZip64: true })).rejects.toThrow('grows');
  });

  it('that is cut off, or not a ZIP file, is refused', async () => {
    const whole = makeZip([sheet(plain)]);
    for (const length of [10, 40, whole.length - 30, whole.length - 1])
      await expect(readAll(whole.subarray(0, length))).rejects.toThrow(FileError);
    const changed = Buffer.from(whole);
    changed.fill(0xff, 60, 90);
    await expect(readAll(changed)).rejects.toThrow(FileError);
  });
});

describe('XML in pieces', () => {
  it('means the same however it is cut', () => {
    const xml = '<a b="1&amp;2"><c/>text &lt;<![CDATA[x<y]]><!-- z --></a>';
    const whole: string[] = [];
    for (let size = 1; size <= xml.length; size += 1) {
      const read: string[] = [];
      const push = createXmlReader({
        open: (name, { b = '' }) => void read.push(`<${name} ${b}>`),
        close: (name) => void read.push(`</${name}>`),
        text: (text) => void read.push(text),
      });
      for (let at = 0; at < xml.length; at += size) push(xml.slice(at, at + size));
      whole.push(read.join(''));
    }
    expect(new Set(whole)).toEqual(new Set(['<a 1&2><c ></c>text <x<y</a>']));
  });
});
