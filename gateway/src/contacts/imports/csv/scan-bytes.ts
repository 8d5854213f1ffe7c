// Looks at every byte of a text file once, while it is uploaded, to find out how its letters are written. Spreadsheets do
// not say; Arabic ones often write windows-1256.

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256' | 'windows-1252';

export interface ByteScan {
  add(bytes: Uint8Array): void;
  guess(): TextEncoding;
}

interface Counts {
  bytes: number;
  evenNuls: number;
  oddNuls: number;
  high: number;
  /** High bytes right after a high byte: letters of an Arabic word follow each other, accents stand alone. */
  highPairs: number;
  goodSequences: number;
  badBytes: number;
}

const markOf = (head: Uint8Array): TextEncoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
};

/** How many bytes must follow the first one of a UTF-8 sequence; -1: it cannot begin one. */
const following = (byte: number): number => {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
};

const decide = (counts: Counts): TextEncoding => {
  const { bytes, evenNuls, oddNuls, high, highPairs, goodSequences, badBytes } = counts;
  if (oddNuls > bytes / 8 && oddNuls > evenNuls * 4) return 'utf-16le';
  if (evenNuls > bytes / 8 && evenNuls > oddNuls * 4) return 'utf-16be';
  // A few broken letters do not make another encoding of it; the rows that hold them are refused.
  if (badBytes === 0 || goodSequences >= badBytes * 9) return 'utf-8';
  return highPairs > high * 0.35 ? 'windows-1256' : 'windows-1252';
};

export const createByteScan = (): ByteScan => {
  const counts: Counts = {
    bytes: 0,
    evenNuls: 0,
    oddNuls: 0,
    high: 0,
    highPairs: 0,
    goodSequences: 0,
    badBytes: 0,
  };
  let mark: TextEncoding | null = null;
  let wanted = 0;
  let previousIsHigh = false;

  const addHigh = (byte: number): void => {
    counts.high += 1;
    if (previousIsHigh) counts.highPairs += 1;
    if (wanted > 0 && byte < 0xc0) {
      wanted -= 1;
      if (wanted === 0) counts.goodSequences += 1;
      return;
    }
    if (wanted > 0) counts.badBytes += 1;
    wanted = Math.max(following(byte), 0);
    if (wanted === 0) counts.badBytes += 1;
  };

  return {
    add(bytes) {
      if (counts.bytes === 0) mark = markOf(bytes);
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index] ?? 0;
        if (byte >= 0x80) addHigh(byte);
        else {
          if (wanted > 0) counts.badBytes += 1;
          wanted = 0;
          if (byte === 0 && (counts.bytes + index) % 2 === 0) counts.evenNuls += 1;
          else if (byte === 0) counts.oddNuls += 1;
        }
        previousIsHigh = byte >= 0x80;
      }
      counts.bytes += bytes.length;
    },
    guess: () => mark ?? decide(counts),
  };
};
