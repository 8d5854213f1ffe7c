// The languages that people are most often written to in; a contact may have any other by the API or a file.

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

export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Not every tag that the gateway takes is known to the browser.
    return tag;
  }
}

export const languageOptions = (language: string, used: readonly string[] = []) =>
  [...new Set([...used, ...common])].map((tag) => ({ value: tag, label: languageName(tag, language) }));
