// Pictures of the documentation are downloaded with every clone, and Chromium writes them in full colour. Pages have few
// colours: with a palette of 256 they need a third, without a visible difference.

import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const coloursMax = 256;
/** Colours that differ less are one. */
const distanceMin = 10;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of every pixel. */
  readonly colours: Buffer;
}

export async function shrinkPng(path: string): Promise<void> {
  await writeFile(path, encode(decode(await readFile(path))));
}

/** As Chromium writes them: 8 bits for each of red, green and blue. */
function decode(file: Buffer): Picture {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  if (file[24] !== 8 || file[25] !== 2)
    throw new Error('Only pictures in plain 24-bit colour can be shrunk.');
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
  }
  const lines = inflateSync(Buffer.concat(parts));
  const stride = width * 3;
  const colours = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = lines[row * (stride + 1)] ?? 0;
    for (let at = 0; at < stride; at += 1) {
      const here = row * stride + at;
      const left = at < 3 ? 0 : (colours[here - 3] ?? 0);
      const above = row === 0 ? 0 : (colours[here - stride] ?? 0);
      const corner = at < 3 || row === 0 ? 0 : (colours[here - stride - 3] ?? 0);
      const written = lines[row * (stride + 1) + 1 + at] ?? 0;
      colours[here] = (written + predict(filter, left, above, corner)) & 255;
    }
  }
  return { width, height, colours };
}

/** The five filters of PNG. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter === 4) {
    const guess = left + above - corner;
    const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
      number,
      number,
      number,
    ];
    if (toLeft <= toAbove && toLeft <= toCorner) return left;
    return toAbove <= toCorner ? above : corner;
  }
  return 0;
}

const distance = (one: number, other: number): number =>
  Math.abs((one >> 16) - (other >> 16)) +
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
  Math.abs((one & 255) - (other & 255));

/** The commonest colours, without those that look alike. */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const palette: number[] = [];
  for (const [colour] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (palette.every((chosen) => distance(chosen, colour) >= distanceMin)) palette.push(colour);
    if (palette.length === coloursMax) break;
  }
  return palette;
}

function encode({ width, height, colours }: Picture): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < colours.length; at += 3) {
    const colour = colours.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = choosePalette(counts);
  const nearest = new Map<number, number>();
  for (const colour of counts.keys()) {
    const distances = palette.map((chosen) => distance(chosen, colour));
    nearest.set(colour, distances.indexOf(Math.min(...distances)));
  }
  // One byte for each pixel, and one before each line: no filter.
  const lines = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor(pixel / width);
    lines[pixel + row + 1] = nearest.get(colours.readUIntBE(pixel * 3, 3)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const table = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) table.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
