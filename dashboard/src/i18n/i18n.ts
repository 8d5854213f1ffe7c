// Languages: which there are, which one this browser uses, and changing it. Only the language in use is loaded, and texts
// that only some pages need come with those pages.

import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { TextArea } from './text-areas.ts';

export const languages = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const;
export type Language = keyof typeof languages;

const storageKey = 'hudhud.language';

const load: Record<Language, () => Promise<{ translation: object; errors: object }>> = {
  en: async () => {
    const [translation, { errorCatalogue }] = await Promise.all([
      import('./en.json'),
      import('@hudhud/contract/errors.ts'),
    ]);
    return { translation: translation.default, errors: errorCatalogue };
  },
  ar: async () => {
    const [translation, errors] = await Promise.all([import('./ar.json'), import('./errors.ar.json')]);
    return { translation: translation.default, errors: errors.default };
  },
};

/** Texts of pages that are not opened at first: one file for each area and language. */
const areaFiles = import.meta.glob<object>('./*/*.json', { import: 'default' });
const areasInUse = new Set<TextArea>();

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Whether somebody, or their account, has settled the language of this browser. */
export const hasChosenLanguage = (): boolean => isLanguage(localStorage.getItem(storageKey));

export async function startLanguages(): Promise<i18n> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: await load[language]() },
    ns: ['translation', 'errors'],
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  markDocument(language);
  return i18next;
}

async function addArea(language: Language, area: TextArea): Promise<void> {
  const texts = await areaFiles[`./${language}/${area}.json`]?.();
  i18next.addResourceBundle(language, 'translation', texts ?? {}, true);
}

/** Resolves when the texts of an area are there. A route asks for them before it shows its page. */
export async function needTexts(area: TextArea): Promise<void> {
  if (areasInUse.has(area)) return;
  await addArea(currentLanguage(i18next), area);
  areasInUse.add(area);
}

export async function changeLanguage(language: Language): Promise<void> {
  const { translation, errors } = await load[language]();
  i18next.addResourceBundle(language, 'translation', translation, true);
  i18next.addResourceBundle(language, 'errors', errors);
  await Promise.all([...areasInUse].map((area) => addArea(language, area)));
  localStorage.setItem(storageKey, language);
  markDocument(language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (instance: i18n): Language =>
  isLanguage(instance.language) ? instance.language : 'en';

function markDocument(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].direction;
}
