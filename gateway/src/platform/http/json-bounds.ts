// Bounds what a JSON text is made of before it is parsed. The parser's time depends on the nesting and the number of values
// more than on the number of bytes: 8 MB of `[` take it 1.6 s, a megabyte of empty arrays 45 ms, one of 54,000 different
// field names 90 ms, a text of the same size 3 ms. No body of ours and no callback of a provider comes near these bounds.

import { AppError } from '../errors.ts';

/** No body of ours nests deeper than ten levels, and no provider's deeper than twenty. */
export const jsonDepthMax = 64;
/** A smaller text is parsed within a millisecond or two if it is not too deep, so its values and names are not counted. */
const bytesUncounted = 16_384;
/** Every name that is new costs the engine a microsecond or two. */
const jsonNamesMax = 2_000;
/** Arrays and objects inside others are counted twice. */
const valuesAlwaysTaken = 10_000;
/** Real bodies have 10 and more bytes to a value. */
const bytesPerValueMin = 6;

const byte = (character: string): number => character.charCodeAt(0);
const quote = byte('"');
const backslash = byte('\\');
const openObject = byte('{');
const closeObject = byte('}');
const openArray = byte('[');
const closeArray = byte(']');
const comma = byte(',');
const colon = byte(':');

export interface JsonExcess {
  readonly code: 'json_too_deep' | 'body_too_large';
  readonly detail: string;
}

const tooDeep: JsonExcess = {
  code: 'json_too_deep',
  detail: `The body is nested more than ${jsonDepthMax} levels deep.`,
};

const tooMany = (detail: string): JsonExcess => ({ code: 'body_too_large', detail });

/** The place of the quotation mark that ends a text, or the end of the bytes. */
const endOfText = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};

/** Different field names, counted by a hash of each; two that share a hash count once. */
const createNameCount = (bytes: Uint8Array) => {
  const seen = new Uint8Array(65_536);
  let count = 0;
  return (begin: number, end: number): number => {
    let hash = end - begin;
    for (let at = begin; at < Math.min(end, begin + 64); at += 1) {
      hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    }
    const place = (hash ^ (hash >>> 16)) & 0xffff;
    if (seen[place] === 0) count += 1;
    seen[place] = 1;
    return count;
  };
};

/** Stops at the first bracket that is too deep, so a text of brackets costs 64 bytes of reading. */
const isTooDeep = (bytes: Uint8Array): boolean => {
  // A text that is shorter cannot nest deeper.
  if (bytes.length <= jsonDepthMax) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const one = bytes[at];
    if (one === quote) at = endOfText(bytes, at + 1);
    else if (one === openArray || one === openObject) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if (one === closeArray || one === closeObject) depth = Math.max(0, depth - 1);
  }
  return false;
};

/** Depth, names and values in one pass: 5 to 11 ms a megabyte on a busy machine, and two passes took 10 to 16. */
const measure = (bytes: Uint8Array): JsonExcess | null => {
  const valuesMax = Math.max(valuesAlwaysTaken, Math.floor(bytes.length / bytesPerValueMin));
  const countNames = createNameCount(bytes);
  let textBegin = 0;
  let textEnd = 0;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        textBegin = at + 1;
        textEnd = endOfText(bytes, textBegin);
        at = textEnd;
        break;
      case colon:
        if (countNames(textBegin, textEnd) > jsonNamesMax)
          return tooMany(`The body uses more than ${jsonNamesMax} different field names.`);
        break;
      case openObject:
      case openArray:
        depth += 1;
        if (depth > jsonDepthMax) return tooDeep;
        values += 1;
        break;
      case closeObject:
      case closeArray:
        depth = Math.max(0, depth - 1);
        break;
      case comma:
        values += 1;
        break;
      default:
    }
    if (values > valuesMax) return tooMany(`The body holds more than ${valuesMax} values for its size.`);
  }
  return null;
};

/** The exceeded bound, or null. Input that is not JSON may be measured wrongly; the parser then refuses it. */
export const findJsonExcess = (bytes: Uint8Array): JsonExcess | null => {
  if (bytes.length > bytesUncounted) return measure(bytes);
  return isTooDeep(bytes) ? tooDeep : null;
};

export const refuseJsonExcess = (bytes: Uint8Array): void => {
  const excess = findJsonExcess(bytes);
  if (excess) throw new AppError(excess.code, { detail: excess.detail });
};
