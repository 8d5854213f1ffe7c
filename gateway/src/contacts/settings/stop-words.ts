// Words by which a person says that they want no more messages, or want them again. A message counts only when it is
// nothing but such a word: "please stop sending the bill to my office" is for people to read. "Cancel" alone is not among
// them, in no language: it is how people cancel an appointment.

import { foldText } from '../fold-text.ts';

export type WordsByLanguage = Readonly<Record<string, readonly string[]>>;

export const defaultStopWords: WordsByLanguage = {
  en: ['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout', 'quit', 'remove me'],
  ar: [
    'توقف',
    'إيقاف',
    'ايقاف الرسائل',
    'أوقف',
    'أوقف الرسائل',
    'قف',
    'إلغاء الاشتراك',
    'لا ترسل',
    'لا ترسلوا',
  ],
};

export const defaultStartWords: WordsByLanguage = {
  en: ['start', 'subscribe', 'unstop', 'opt in', 'optin'],
  ar: ['ابدأ', 'بدء', 'اشتراك', 'اشترك', 'استئناف'],
};

/** Longer messages are never only a word. */
const charactersMax = 100;

export type Wish = 'stop' | 'start';

const foldAll = (words: WordsByLanguage): Set<string> =>
  new Set(
    Object.values(words)
      .flat()
      .map(foldText)
      .filter((word) => word !== ''),
  );

/** Makes the function that finds the wish in a text, once for a company's words. Stopping wins over starting. */
export const createWishReader = (
  stopWords: WordsByLanguage,
  startWords: WordsByLanguage,
): ((text: string) => Wish | null) => {
  const stop = foldAll(stopWords);
  const start = foldAll(startWords);
  return (text) => {
    if (text.length > charactersMax) return null;
    const folded = foldText(text);
    if (stop.has(folded)) return 'stop';
    return start.has(folded) ? 'start' : null;
  };
};
