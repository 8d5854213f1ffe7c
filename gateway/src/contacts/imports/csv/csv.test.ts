// Files as people really save them.

import { describe, expect, it } from 'vitest';
import { FileError } from '../file-row.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { readCsv } from './read-csv.ts';
import { createByteScan, type TextEncoding } from './scan-bytes.ts';

const encode1256 = (text: string): Buffer => {
  const decoder = new TextDecoder('windows-1256');
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((character) => byteOf.get(character) ?? 0x3f));
};

async function* inPieces(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const guess = (bytes: Buffer): TextEncoding => {
  const scan = createByteScan();
  for (let at = 0; at < bytes.length; at += 5) scan.add(bytes.subarray(at, at + 5));
  return scan.guess();
};

const readAll = async (bytes: Buffer) => {
  const encoding = guess(bytes);
  const { delimiter, isSaid } = guessDelimiter(new TextDecoder(encoding).decode(bytes));
  const rows = [];
  for await (const row of readCsv(inPieces(bytes), { encoding, delimiter, isDelimiterSaid: isSaid })) {
    rows.push([row.line, ...row.cells]);
  }
  return { encoding, delimiter, rows };
};

const arabic = 'الاسم,الجوال\r\nسارة,0501234567\r\nمحمد علي,0501234568\r\n';
const arabicRows = [
  [1, 'الاسم', 'الجوال'],
  [2, 'سارة', '0501234567'],
  [3, 'محمد علي', '0501234568'],
];

describe('a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(arabic), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${arabic}`), 'utf-8'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${arabic}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${arabic}`, 'utf16le').swap16(), 'utf-16be'],
    ['windows-1256', encode1256(arabic), 'windows-1256'],
  ])('in %s is read', async (_name, bytes, encoding) => {
    const read = await readAll(bytes);
    expect(read.encoding).toBe(encoding);
    expect(read.rows).toEqual(arabicRows);
  });

  it('of western names in windows-1252 is read', async () => {
    const read = await readAll(
      Buffer.from('name;phone\nJosé Müller;+34600000000\nRené;+33600000000', 'latin1'),
    );
    expect(read).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
    expect(read.rows[1]).toEqual([2, 'José Müller', '+34600000000']);
  });

  it.each([
    ['semicolons', 'name;phone\na, b;1\nc;2', ';'],
    ['tabs', 'name\tphone\na\t1', '\t'],
    ['bars', 'name|phone\na|1', '|'],
    ['commas inside quotes', '"a;b;c",phone\n"x;y",1', ','],
    ['one column', 'phone\n+966501234567', ','],
    ['what Excel says aloud', 'sep=;\nname;phone\na;1', ';'],
  ])('with %s is taken apart', async (_name, text, delimiter) => {
    const read = await readAll(Buffer.from(text));
    expect(read.delimiter).toBe(delimiter);
    expect(read.rows[0]?.slice(1).join(' ')).toMatch(/phone/);
  });

  it('has the lines that an editor shows, with quotes over several of them and empty ones between', async () => {
    const text = 'phone,note\n1,"two\nlines ""here"""\n\n\n2,plain\r\n3,"a,b"';
    const { rows } = await readAll(Buffer.from(text));
    expect(rows).toEqual([
      [1, 'phone', 'note'],
      [2, '1', 'two\nlines "here"'],
      [6, '2', 'plain'],
      [7, '3', 'a,b'],
    ]);
  });

  it('with a quote that is never closed is refused with the place', async () => {
    const text = `phone,name\n1,"open\n${'2,x\n'.repeat(10)}`;
    await expect(readAll(Buffer.from(text))).rejects.toThrow(FileError);
    await expect(readAll(Buffer.from(text))).rejects.toThrow(/quotation mark/);
  });

  it('with a few broken letters stays what it is, and shows where they are', async () => {
    const good = Buffer.from(`name,phone\n${'سارة,0501234567\n'.repeat(20)}`);
    const read = await readAll(
      Buffer.concat([good, Buffer.from([0xd3, 0x41]), Buffer.from(',0501234568\n')]),
    );
    expect(read.encoding).toBe('utf-8');
    expect(read.rows.at(-1)?.[1]).toContain('\ufffd');
  });
});
