// Finds error codes by what a person has at hand: the code, the status, or a word of its explanation.

import { type ErrorCode, errorCatalogue, errorCodes } from '@hudhud/contract/errors.ts';
import type { ErrorText } from '../../parts/error/use-error-text.ts';

export interface FoundError extends ErrorText {
  readonly code: ErrorCode;
  readonly status: number;
}

export function findErrors(words: string, textOf: (code: string) => ErrorText | null): FoundError[] {
  const wanted = words.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return errorCodes.flatMap((code) => {
    const { status, ...english } = errorCatalogue[code];
    const text = textOf(code) ?? english;
    const all = [code, status, text.title, text.cause, text.action].join(' ').toLocaleLowerCase();
    return wanted.every((word) => all.includes(word)) ? [{ code, status, ...text }] : [];
  });
}
