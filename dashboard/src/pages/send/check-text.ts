// What can be said about a text before it is sent.

export type TextProblem = 'empty' | 'too_long';

/** Counted as the gateway counts: an emoji is one character, not two. */
export const countCharacters = (text: string): number => [...text].length;

export function checkText(text: string, charactersMax: number): TextProblem | null {
  if (text.trim() === '') return 'empty';
  return countCharacters(text) > charactersMax ? 'too_long' : null;
}
