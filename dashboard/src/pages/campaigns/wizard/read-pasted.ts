// A pasted list: a number a line, with a name behind it or not. Numbers may also stand in one line, parted by commas.

import type { Audience } from '@hudhud/contract/campaigns.ts';
import { tidyPhoneNumber } from '../../../parts/text/phone-number.ts';

type Listed = NonNullable<Audience['recipients']>[number];

const numberCharactersMax = 60;
const separators = /[,;\t،؛]/;

/** Digits of any script that the gateway reads as digits, and what people put between them. */
const looksLikeNumber = (text: string): boolean =>
  /^\+?[\d\u0660-\u0669\u06f0-\u06f9]{5,}$/.test(tidyPhoneNumber(text));

function readLine(line: string): Listed[] {
  const cells = line
    .split(separators)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const [first = '', ...rest] = cells;
  if (first === '') return [];
  if (rest.length > 0 && rest.every(looksLikeNumber)) {
    return cells.map((cell) => ({ phone_number: cell.slice(0, numberCharactersMax) }));
  }
  const name = rest.join(', ');
  return [
    { phone_number: first.slice(0, numberCharactersMax), ...(name === '' ? {} : { variables: { name } }) },
  ];
}

/** A line that is no number stays in the list: the pre-flight shows it. */
export const readPasted = (text: string): Listed[] => text.split(/\r?\n/).flatMap(readLine);
