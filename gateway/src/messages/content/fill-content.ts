// A content with its placeholders filled, and how the row of its message keeps it.

import { isPlainText, type MessageContent } from '@hudhud/contract/content.ts';
import { textCharactersMax } from '@hudhud/contract/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { fillPlaceholders } from '../fill-placeholders.ts';
import { charactersIn, checkContent } from './check-content.ts';
import { mapTexts } from './map-texts.ts';
import { readableLine } from './readable-line.ts';

const refuse = (code: 'text_too_long' | 'text_empty', detail: string) =>
  new AppError(code, { detail, errors: [{ code, pointer: '/message', detail }] });

/** Placeholders may leave too much or too little of a text that was right when it came in. */
const checkText = (text: string): void => {
  const characters = charactersIn(text, textCharactersMax);
  if (characters > textCharactersMax)
    throw refuse(
      'text_too_long',
      `The text has ${characters} characters once its placeholders are filled; ${textCharactersMax} are allowed.`,
    );
  if (text.trim() === '')
    throw refuse('text_empty', 'Nothing is left of the text once its placeholders are filled.');
};

/** Refuses what cannot be filled and what breaks a limit once it is, with pointers from the content on. */
export const fillContent = (
  content: MessageContent,
  values: Readonly<Record<string, string>>,
): MessageContent => {
  const filled = mapTexts(content, (text, pointer) => fillPlaceholders(text, values, pointer));
  if (filled.type === 'text') checkText(filled.message);
  else checkContent(filled);
  return filled;
};

/** The three columns of a content. */
export interface StoredContent {
  readonly type: string;
  /** The text, or the readable line of what is not a plain text. */
  readonly body: string;
  /** Null: a plain text, which is `body`. */
  readonly content: MessageContent | null;
}

export const toStoredContent = (content: MessageContent): StoredContent => ({
  type: content.type,
  body: readableLine(content),
  content: isPlainText(content) ? null : content,
});
