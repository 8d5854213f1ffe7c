// The kinds of fields that contents are made of, each with the error code of its mistakes.

import Type from 'typebox';
import { contentLimits } from './content-limits.ts';

const urlMax = contentLimits.url;

export const strict = { additionalProperties: false } as const;
const textCodes = { minLength: 'text_empty', pattern: 'text_empty', maxLength: 'text_too_long' };
export const counted = { 'x-error-codes': { minItems: 'wrong_count', maxItems: 'wrong_count' } };
export const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description, 'x-error-codes': textCodes });
export const optionalText = (maxLength: number, description: string) =>
  Type.Optional(text(maxLength, description));
/** A text of a content that shows something without it, too: it may be empty. */
export const textBeside = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description, 'x-error-codes': { maxLength: 'text_too_long' } }));
const addressCodes = { 'x-error-codes': { maxLength: 'text_too_long' } };
export const webAddress = (description: string) =>
  Type.String({ maxLength: urlMax, pattern: '^https?://\\S+$', description, ...addressCodes });
/** May hold placeholders, or be one; it is checked again once they are filled. */
export const fillableAddress = (description: string) =>
  Type.String({ maxLength: urlMax, pattern: '^(https?://\\S|\\{\\{)', description, ...addressCodes });

/** A body that must be there: WhatsApp shows no interactive message without one. */
export const body = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    description: 'The text that the person reads.',
    examples: ['Your appointment is on Sunday at 10:00.'],
    'x-error-codes': textCodes,
  });

/** Another message: by our id, or by the one its provider gave it. */
export const messageReference = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: '^\\S+$',
    description: `${description} Our id (\`msg_...\`) or the provider's.`,
    'x-error-codes': { minLength: 'text_empty', maxLength: 'text_too_long' },
  });
