// The languages that people are most often written to in; a contact may have any other by the API or a file.

import { languageName } from '../../parts/text/language-name.ts';

const common = [
  'ar',
  'en',
  'fr',
  'ur',
  'hi',
  'bn',
  'tr',
  'fa',
  'fil',
  'id',
  'ms',
  'ml',
  'ta',
  'am',
  'so',
  'sw',
  'es',
  'pt',
  'de',
  'ru',
  'zh',
];

export const languageOptions = (language: string, used: readonly string[] = []) =>
  [...new Set([...used, ...common])].map((tag) => ({ value: tag, label: languageName(tag, language) }));
