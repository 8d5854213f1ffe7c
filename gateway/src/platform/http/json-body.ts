// Reads a JSON body and keeps it as it came, because the Event Monitor shows it and a retry sends it again. Refuses what
// JSON allows but no one can carry: NUL characters and half surrogate pairs.

import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';

const uncarriable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The pointer to the first text that cannot be carried, or null. Depth is bounded: deeper JSON is refused as a whole. The
 * pointer is put together on the way back: making one for every value took 110 ms for a megabyte.
 */
const findUncarriable = (value: unknown, depth: number): string | null => {
  if (typeof value === 'string') return uncarriable(value) ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > 32) return '';
  for (const key of Object.keys(value)) {
    const isWrong = uncarriable(key);
    const below = isWrong ? '' : findUncarriable((value as Record<string, unknown>)[key], depth + 1);
    if (below === null) continue;
    const pointer = `/${escapePointer(key)}${below}`;
    return isWrong ? pointer.toWellFormed().replaceAll('\u0000', '') : pointer;
  }
  return null;
};

/** Both forbidden kinds can only come from a `\u` escape: raw NUL is a syntax error and raw surrogates are not UTF-8. */
const mayHideUncarriable = /\\u(?:0000|d[89a-f])/i;

export const decodeBody = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new AppError('invalid_json', { detail: 'The body is not valid UTF-8.' });
  return bytes.toString('utf8');
};

export const parseJsonBody = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_json', {
      detail: `The body is not valid JSON: ${describeSyntaxError(error, text)}`,
    });
  }
  if (mayHideUncarriable.test(text)) {
    const pointer = findUncarriable(value, 0);
    if (pointer !== null) {
      const detail = 'This text holds a NUL character or half of a surrogate pair.';
      throw new AppError('invalid_characters', {
        detail: `${pointer || 'The body'}: ${detail}`,
        errors: [{ code: 'invalid_characters', pointer, detail }],
      });
    }
  }
  return value;
};

/** The engine quotes a piece of the body in its message; only the position is kept, so that no text leaks into logs. */
const describeSyntaxError = (error: unknown, text: string): string => {
  if (text.trim() === '') return 'it is empty.';
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (position === undefined) return 'it ends too early, or is not JSON at all.';
  const before = text.slice(0, Number(position));
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line += 1;
  const column = before.length - before.lastIndexOf('\n');
  return `parsing stopped at line ${line}, column ${column}.`;
};
