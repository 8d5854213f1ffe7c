// Files that are made to break their readers. They are packed piece by piece: most are far larger inside than the
// memory of a test.

import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

type Pieces = Iterable<string | Buffer>;

interface PackedPart {
  readonly name: string;
  readonly packed: Buffer;
  readonly size: number;
  readonly sum: number;
}

const pack = async (name: string, pieces: Pieces): Promise<PackedPart> => {
  const deflate = createDeflateRaw({ level: 6 });
  const out: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => out.push(chunk));
  let size = 0;
  let sum = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    sum = crc32(bytes, sum);
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await finished(deflate);
  return { name, packed: Buffer.concat(out), size, sum };
};

/** A ZIP file; `claimedSize` is what it says of the size of its parts. */
const zip = (parts: readonly PackedPart[], claimedSize?: number): Buffer => {
  const files: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size, sum } of parts) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(sum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimedSize ?? size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    files.push(head, Buffer.from(name), packed);
    table.push(entry, Buffer.from(name));
    offset += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directory, end]);
};

export interface HostileParts {
  readonly sheet: Pieces;
  readonly strings?: Pieces;
  readonly claimedSize?: number;
}

const packXlsx = async ({ sheet, strings, claimedSize }: HostileParts): Promise<Buffer> => {
  const parts = [await pack('xl/worksheets/sheet1.xml', sheet)];
  if (strings) parts.push(await pack('xl/sharedStrings.xml', strings));
  return zip(parts, claimedSize);
};

/** Text that packs to about a hundredth: less than a bomb, so no bound on growth alone finds it. */
function* text(bytes: number): Generator<string> {
  const calm = 'a'.repeat(64_000);
  for (let made = 0; made < bytes; made += calm.length) yield calm + randomBytes(250).toString('hex');
}

/** Texts between two tags, each short enough to be kept whole. They pack to about a thirtieth: far from what looks like a bomb. */
function* texts(bytes: number, before: string, after: string): Generator<string> {
  const calm = 'a'.repeat(9_700);
  for (let made = 0; made < bytes; made += calm.length)
    yield `${before}${calm}${randomBytes(130).toString('hex')}${after}`;
}

/** The same piece, so many times, in larger pieces. */
function* many(piece: string, count: number): Generator<string> {
  const once = Math.max(1, Math.floor(65_536 / piece.length));
  for (let made = 0; made < count; made += once) yield piece.repeat(Math.min(once, count - made));
}

/** Cells with numbers that differ, as in a real sheet. */
function* manyNumbers(count: number): Generator<string> {
  for (let made = 0; made < count; made += 1_000) {
    const digits = randomBytes(4_000).toString('hex');
    const cell = (_: unknown, index: number): string =>
      `<c><v>${digits.slice(index * 8, index * 8 + 8)}</v></c>`;
    yield Array.from({ length: 1_000 }, cell).join('');
  }
}

function* joined(...all: Pieces[]): Generator<string | Buffer> {
  for (const pieces of all) yield* pieces;
}

const oneCell = ['<worksheet><row><c t="s"><v>0</v></c></row></worksheet>'];
const megabyte = 1_048_576;

export const hostileXlsx: Readonly<Record<string, () => Promise<Buffer>>> = {
  'one shared text without end': () =>
    packXlsx({ sheet: oneCell, strings: joined(['<sst><si><t>'], text(400 * megabyte)) }),
  'one shared text in pieces without end': () =>
    packXlsx({
      sheet: oneCell,
      strings: joined(['<sst><si>'], texts(300 * megabyte, '<r><t>', '</t></r>')),
    }),
  'more shared text than any sheet': () =>
    packXlsx({
      sheet: oneCell,
      strings: joined(['<sst>'], texts(160 * megabyte, '<si><t>', '</t></si>')),
    }),
  'one cell without end': () => packXlsx({ sheet: joined(['<worksheet><row><c><v>'], text(400 * megabyte)) }),
  'a comment without end': () => packXlsx({ sheet: joined(['<worksheet><!-- <'], text(200 * megabyte)) }),
  'a bomb that says how large it is': () =>
    packXlsx({ sheet: joined(['<worksheet>'], many('<row></row>', 20_000_000)) }),
  'a bomb that says it is small': () =>
    packXlsx({ sheet: joined(['<worksheet>'], many('<row></row>', 20_000_000)), claimedSize: 1_000 }),
  'tags in tags without end': () => packXlsx({ sheet: joined(['<worksheet>'], many('<a>', 5_000_000)) }),
};

/** It can be read, and only what is not too much of it is. */
export const wideXlsx = (columns: number): Promise<Buffer> =>
  packXlsx({
    sheet: joined(['<worksheet><row><c t="str"><v>phone</v></c>'], manyNumbers(columns), [
      '</row><row><c t="str"><v>+966501234567</v></c></row></worksheet>',
    ]),
  });
