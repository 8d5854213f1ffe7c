// An emoji on a message that is there already.

import Type from 'typebox';
import { messageReference, strict } from '../content-fields.ts';
import { contentKind } from '../content-kind.ts';

const emojiPart = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\u{fe0f}?\u{20e3}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isOneEmoji = (text: string): boolean =>
  emojiPart.test(text) && [...graphemes.segment(text)].length === 1;

/** WhatsApp takes no reaction to an older message. */
const targetDaysMax = 30;

export const reaction = contentKind(
  'reaction',
  {
    reaction: Type.Object(
      {
        message_id: messageReference('The message it is about.'),
        emoji: Type.String({
          maxLength: 32,
          description: 'One emoji; empty takes the reaction back.',
          'x-error-codes': { maxLength: 'text_too_long' },
        }),
      },
      strict,
    ),
  },
  {
    title: 'Reaction',
    summary: 'A reaction to a message',
    example: {
      reaction: {
        message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhgUM0EyQjlDNzREODVFNkYxMDI3NTgA',
        emoji: '👍',
      },
    },
    isForMany: false,
    hasFallback: false,
    detail: ({ reaction: { emoji } }) => emoji,
    target: ({ reaction: { message_id } }) => ({
      id: message_id,
      pointer: '/reaction/message_id',
      daysMax: targetDaysMax,
    }),
    check({ reaction: { emoji } }) {
      if (emoji === '' || isOneEmoji(emoji)) return [];
      const detail = '"emoji" must be one emoji, or empty to take the reaction back.';
      return [{ code: 'invalid_value', pointer: '/reaction/emoji', detail }];
    },
  },
);
