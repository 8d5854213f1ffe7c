// One spelling for texts that people would call the same: how names are searched and sorted, and how stop words are
// recognised. Arabic is written with and without vowel signs, stretched, and with several forms of one letter.

const sameLetters: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
};
const manyForms = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'gu');
/** The tatweel and the signs above and below letters, of any script. */
const signs = /[\u0640\p{M}]/gu;
const notWords = /[^\p{L}\p{N}]+/gu;

/** Words in lower case, parted by single spaces. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(manyForms, (letter) => sameLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(signs, '')
    .toLowerCase()
    .replace(notWords, ' ')
    .trim();
