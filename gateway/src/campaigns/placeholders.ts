// The placeholders of a campaign's text: what must be known of everybody before it starts. Filling itself is done as for
// any other message.

import { fillPlaceholders, placeholderNames } from '../messages/fill-placeholders.ts';

export interface Placeholder {
  readonly name: string;
  /** Nothing needs to be known: the text says what stands there otherwise. */
  readonly hasFallback: boolean;
}

const valuesFor = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'x']));

const canFill = (text: string, names: readonly string[]): boolean => {
  try {
    fillPlaceholders(text, valuesFor(names));
    return true;
  } catch {
    return false;
  }
};

/** Each name once. One that has a fallback in one place and none in another must be known. */
export const listPlaceholders = (text: string): Placeholder[] => {
  const names = placeholderNames(text);
  return names.map((name) => ({
    name,
    hasFallback: canFill(
      text,
      names.filter((other) => other !== name),
    ),
  }));
};

/** Refuses a text with braces that nothing could ever fill. */
export const checkText = (text: string): void => {
  fillPlaceholders(text, valuesFor(placeholderNames(text)), '/text');
};
