// Texts that are judged alike wherever they stand.

import Type from 'typebox';

/** A text that must say something, such as the name of a thing. */
export const filledText = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description, examples: [example] });

/** A text that is looked for in stored texts; NUL is in none of them, and the database would not take it. */
export const filterText = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: '^[^\\u0000]*$',
    description,
    'x-error-codes': { pattern: 'invalid_characters' },
  });

export const emailAddress = (description: string, example: string) =>
  Type.String({
    maxLength: 254,
    pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
    description,
    examples: [example],
  });
