// Puts values in the place of {{name}} and {{name|fallback}}. Raw braces never reach a person: whatever looks like a
// placeholder and cannot be filled is refused before anything is stored. Values go in as given and are not looked at
// again, so a customer's name with braces in it can do no harm.

import { AppError } from '../platform/errors.ts';

type Variables = Readonly<Record<string, string>>;

/** Marks are part of words in many scripts: the vowel signs of Arabic and Hindi, for example. */
const namePattern = /^[\p{L}\p{M}\p{N}_.-]{1,64}$/u;

/** More than this helps nobody. */
const namedMax = 20;

interface Placeholder {
  readonly start: number;
  readonly end: number;
  /** What stands between the braces. */
  readonly inside: string;
}

/** The innermost pairs of double braces. One that opens and never closes is plain text. */
const findPlaceholders = (text: string): Placeholder[] => {
  const found: Placeholder[] = [];
  for (let from = 0; ; ) {
    const open = text.indexOf('{{', from);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) return found;
    const start = text.lastIndexOf('{{', close - 2);
    found.push({ start, end: close + 2, inside: text.slice(start + 2, close) });
    from = close + 2;
  }
};

const nameOf = (inside: string): string => {
  const bar = inside.indexOf('|');
  return (bar < 0 ? inside : inside.slice(0, bar)).trim();
};

/** What a text asks for, each name once. */
export const placeholderNames = (text: string): string[] => [
  ...new Set(
    findPlaceholders(text)
      .map(({ inside }) => nameOf(inside))
      .filter((name) => namePattern.test(name)),
  ),
];

/** An empty value gives way to a fallback: systems send "" for what they do not know. */
const fillOne = (inside: string, variables: Variables): string | null => {
  const bar = inside.indexOf('|');
  const name = nameOf(inside);
  if (!namePattern.test(name)) return null;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (bar < 0) return value ?? null;
  return value || inside.slice(bar + 1).trim();
};

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
  if (!text.includes('{{')) return text;
  const unfilled: string[] = [];
  let filled = '';
  let plain = '';
  let from = 0;
  for (const { start, end, inside } of findPlaceholders(text)) {
    const value = fillOne(inside, variables);
    if (value === null) unfilled.push(inside);
    const before = text.slice(from, start);
    filled += before + value;
    plain += `${before}…`;
    from = end;
  }
  // Double braces around a placeholder are no placeholder themselves, but a person would see them.
  plain += text.slice(from);
  const open = plain.indexOf('{{');
  const close = open < 0 ? -1 : plain.lastIndexOf('}}');
  if (close >= open + 2 && open >= 0) unfilled.push(plain.slice(open + 2, close));
  if (unfilled.length > 0) throw refuse(unfilled, pointer);
  return filled + text.slice(from);
};
