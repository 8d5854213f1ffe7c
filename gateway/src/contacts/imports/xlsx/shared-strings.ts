// The texts that cells of a spreadsheet share. A sheet of a million people has millions of them, so they are kept as packed
// bytes outside of the heap, and a file with more than a bounded amount is refused.

import { cellCharactersMax, FileError } from '../file-row.ts';
import { readXml } from './read-xml.ts';

export interface SharedStrings {
  get(index: number): string;
}

const blockBytes = 4 * 1_048_576;
const bytesMax = 128 * 1_048_576;
/** A cell of a spreadsheet holds 32,767; the rest of an endless one is not worth reading. */
const writtenCharactersMax = 1_000_000;
/** A sheet of a million rows with ten texts that all differ. */
const stringsMax = 10_000_000;

interface Place {
  readonly block: number;
  readonly begin: number;
}

const createStringTable = () => {
  const blocks: Buffer[] = [];
  let used = blockBytes;
  let offsets = new Float64Array(1_024);
  let count = 0;

  const placeOf = (offset: number): Place => ({
    block: Math.floor(offset / blockBytes),
    begin: offset % blockBytes,
  });

  return {
    add(text: string): void {
      const bytes = Buffer.from(text);
      const tooMuch = 'The sheet holds too much text for one file; save it as CSV and upload that.';
      if (count >= stringsMax) throw new FileError(tooMuch);
      if (used + bytes.length + 4 > blockBytes) {
        if ((blocks.length + 1) * blockBytes > bytesMax) throw new FileError(tooMuch);
        blocks.push(Buffer.allocUnsafeSlow(blockBytes));
        used = 0;
      }
      const block = blocks.at(-1);
      if (count === offsets.length) {
        const larger = new Float64Array(offsets.length * 2);
        larger.set(offsets);
        offsets = larger;
      }
      offsets[count] = (blocks.length - 1) * blockBytes + used;
      block?.writeUInt32LE(bytes.length, used);
      if (block) bytes.copy(block, used + 4);
      used += bytes.length + 4;
      count += 1;
    },
    get(index: number): string {
      if (!(index >= 0 && index < count)) return '';
      const { block, begin } = placeOf(offsets[index] ?? 0);
      const bytes = blocks[block];
      return bytes ? bytes.toString('utf8', begin + 4, begin + 4 + bytes.readUInt32LE(begin)) : '';
    },
  };
};

/** Phonetic hints stand beside the text and are not part of it. A text is kept as far as a cell is read. */
export const readSharedStrings = async (bytes: AsyncIterable<Uint8Array>): Promise<SharedStrings> => {
  const table = createStringTable();
  let text = '';
  let written = 0;
  let isText = false;
  let phonetic = 0;
  await readXml(bytes, {
    open(name) {
      if (name === 'si') {
        text = '';
        written = 0;
      } else if (name === 't') isText = true;
      else if (name === 'rPh') phonetic += 1;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') table.add(text);
    },
    text(piece) {
      written += piece.length;
      if (written > writtenCharactersMax) throw new FileError('The file holds a text that is too long.');
      if (isText && phonetic === 0 && text.length < cellCharactersMax)
        text += piece.slice(0, cellCharactersMax - text.length);
    },
  });
  return table;
};
