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

const load: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./en.json')).default,
  ar: async () => (await import('./ar.json')).default,
};

/** The meanings of error codes: 9 KB that are not needed before something was refused. */
const loadErrors: Record<Language, () => Promise<object>> = {
  en: async () => (await import('@hudhud/contract/errors.ts')).errorCatalogue,
  ar: async () => (await import('./errors.ar.json')).default,
};
let areErrorsInUse = false;

/** Texts of pages that are not opened at first: one file for each area and language. */
const areaFiles = import.meta.glob<object>('./*/*.json', { import: 'default' });
const areasInUse = new Set<TextArea>();

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Whether the user, or their account, has settled the language of this browser. */
export const hasChosenLanguage = (): boolean => isLanguage(localStorage.getItem(storageKey));

export async function startLanguages(): Promise<i18n> {
  const language = preferredLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: await load[language](), errors: {} } },
    ns: ['translation', 'errors'],
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    // Texts of errors may come after a page that shows some.
    react: { bindI18nStore: 'added' },
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

async function addErrors(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'errors', await loadErrors[language]());
}

/** Resolves when the texts of errors are there. */
export async function needErrorTexts(): Promise<void> {
  if (areErrorsInUse) return;
  areErrorsInUse = true;
  await addErrors(currentLanguage(i18next)).catch(() => {
    areErrorsInUse = false;
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await load[language](), true);
  const areas = [...areasInUse].map((area) => addArea(language, area));
  await Promise.all([...areas, ...(areErrorsInUse ? [addErrors(language)] : [])]);
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
