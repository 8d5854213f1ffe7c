// Puts values in the place of {{name}} and {{name|fallback}}, by the rule in the contract. Raw braces never reach a person:
// anything that looks like a placeholder and cannot be filled is refused before anything is stored.

import { fillText } from '@hudhud/contract/placeholders.ts';
import { AppError } from '../platform/errors.ts';

type Variables = Readonly<Record<string, string>>;

/** A longer list would not help the caller. */
const namedMax = 20;

const shown = (inside: string): string =>
  `{{${inside.length > 64 ? `${inside.slice(0, 61)}...`.toWellFormed() : inside}}}`;

const refuse = (unfilled: readonly string[], pointer: string): AppError => {
  const names = [...new Set(unfilled.map(shown))].slice(0, namedMax);
  return new AppError('placeholder_unresolved', {
    detail: `Nothing fills ${names.join(', ')}. Send a value in "variables", or write a fallback: {{name|text}}.`,
    errors: names.map((name) => ({
      code: 'placeholder_unresolved',
      pointer,
      detail: `Nothing fills ${name}.`,
    })),
  });
};

/** The filled text may be longer than a message can be: the caller checks. `pointer` leads to the text in the body. */
export const fillPlaceholders = (text: string, variables: Variables, pointer = '/message'): string => {
  const filled = fillText(text, variables);
  if (filled.unfilled.length > 0) throw refuse(filled.unfilled, pointer);
  return filled.text;
};
