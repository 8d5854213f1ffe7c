// The placeholders of a campaign's text: what must be known of everybody before it starts. Filling itself is done as for
// any other message.

import { listPlaceholders as readPlaceholders } from '@hudhud/contract/placeholders.ts';
import { fillPlaceholders } from '../messages/fill-placeholders.ts';

export interface Placeholder {
  readonly name: string;
  /** Nothing needs to be known: the text says what stands there otherwise. */
  readonly hasFallback: boolean;
}

export const listPlaceholders = (text: string): Placeholder[] =>
  readPlaceholders(text).map(({ name, fallback }) => ({ name, hasFallback: fallback !== null }));

/** Refuses a text with braces that nothing could ever fill. */
export const checkText = (text: string): void => {
  const values = readPlaceholders(text).map(({ name }) => [name, 'x']);
  fillPlaceholders(text, Object.fromEntries(values), '/text');
};
