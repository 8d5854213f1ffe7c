// How deep a JSON text may nest. V8 parses any depth, but slowly: 8 MB of `[` took 1.6 s of the event loop. No body of ours
// nests deeper than ten levels, and no provider's deeper than twenty.

import { AppError } from '../errors.ts';

export const jsonDepthMax = 64;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The place behind the string that begins at this quote. */
const skipString = (bytes: Uint8Array, begin: number): number => {
  let index = begin + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index + 1;
};

/** Stops at the first bracket that is too deep, so a hostile text costs 64 bytes of reading. About 1 ns a byte otherwise. */
export const isTooDeep = (bytes: Uint8Array): boolean => {
  // A text that is shorter cannot nest deeper; most sends end here or soon after.
  if (bytes.length <= jsonDepthMax) return false;
  let depth = 0;
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index];
    if (byte === quote) {
      index = skipString(bytes, index);
      continue;
    }
    if (byte === openBracket || byte === openBrace) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1;
    index += 1;
  }
  return false;
};

export const checkJsonDepth = (bytes: Uint8Array): void => {
  if (isTooDeep(bytes)) throw new AppError('json_too_deep');
};
