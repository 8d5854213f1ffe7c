// The texts that cells of a spreadsheet share. A sheet of a million people has millions of them, so they are kept as packed
// bytes outside of the heap, and a file with more than a bounded amount is refused.

import { FileError } from '../file-row.ts';
import { createXmlReader } from './xml-tokens.ts';

export interface SharedStrings {
  get(index: number): string;
}

const blockBytes = 4 * 1_048_576;
const bytesMax = 256 * 1_048_576;

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
      const bytes = Buffer.from(text.length > 20_000 ? text.slice(0, 20_000) : text);
      if (used + bytes.length + 4 > blockBytes) {
        if ((blocks.length + 1) * blockBytes > bytesMax)
          throw new FileError('The sheet holds too much text for one file; save it as CSV and upload that.');
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

/** Phonetic hints stand beside the text and are not part of it. */
export const readSharedStrings = async (bytes: AsyncIterable<Uint8Array>): Promise<SharedStrings> => {
  const table = createStringTable();
  let text = '';
  let isText = false;
  let phonetic = 0;
  const push = createXmlReader({
    open(name, _attributes, isEmpty) {
      if (name === 'si') text = '';
      else if (name === 't') isText = !isEmpty;
      else if (name === 'rPh' && !isEmpty) phonetic += 1;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic = Math.max(0, phonetic - 1);
      else if (name === 'si') table.add(text);
    },
    text(piece) {
      if (isText && phonetic === 0) text += piece;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) push(decoder.decode(chunk, { stream: true }));
  return table;
};
