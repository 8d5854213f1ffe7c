// A content with its placeholders filled, and how the row of its message keeps it.

import { isPlainText, type MessageContent } from '@hudhud/contract/content.ts';
import { fillPlaceholders } from '../fill-placeholders.ts';
import { checkContent } from './check-content.ts';
import { mapTexts } from './map-texts.ts';
import { readableLine } from './readable-line.ts';

/** Refuses placeholders without a value and filled texts that break a limit, with pointers from the content on. */
export const fillContent = (
  content: MessageContent,
  values: Readonly<Record<string, string>>,
): MessageContent => {
  const filled = mapTexts(content, (text, pointer) => fillPlaceholders(text, values, pointer));
  checkContent(filled);
  return filled;
};

/** The three columns of a content. */
export interface StoredContent {
  readonly type: string;
  /** The text, or the readable line of another content. */
  readonly body: string;
  /** Null: a plain text, which is `body`. */
  readonly content: MessageContent | null;
}

export const toStoredContent = (content: MessageContent): StoredContent => ({
  type: content.type,
  body: readableLine(content),
  content: isPlainText(content) ? null : content,
});
