import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import ar from './ar.json';
import en from './en.json';
import arabicErrors from './errors.ar.json';

const pluralForms = { en: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] };
const pluralSuffix = /_(?:zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** All texts of a language: those of the shell, and those that come with their pages. */
const allTexts = (language: 'en' | 'ar', first: Texts): Map<string, string> => {
  const folder = join(import.meta.dirname, language);
  const areas = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Texts,
  );
  const groups = [first, ...areas].flatMap((texts) => Object.keys(texts));
  expect(groups, 'no group of texts is in two files').toEqual([...new Set(groups)]);
  return flatten(Object.assign({}, first, ...areas) as Texts);
};

const english = allTexts('en', en);
const arabic = allTexts('ar', ar);

const baseKeys = (texts: Map<string, string>) => [
  ...new Set([...texts.keys()].map((key) => key.replace(pluralSuffix, ''))),
];
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]);

describe('English and Arabic', () => {
  it('have the same keys', () => {
    expect(baseKeys(arabic).toSorted()).toEqual(baseKeys(english).toSorted());
  });

  it('have every plural form that their grammar needs', () => {
    const counted = [...english.keys()]
      .filter((key) => key.endsWith('_other'))
      .map((key) => key.slice(0, -6));
    for (const key of counted) {
      for (const form of pluralForms.en) expect(english.has(`${key}_${form}`), `${key}_${form}`).toBe(true);
      for (const form of pluralForms.ar) expect(arabic.has(`${key}_${form}`), `${key}_${form}`).toBe(true);
    }
  });

  it('leave no text empty and fill in nothing that the other does not know', () => {
    for (const [key, text] of arabic) {
      expect(text.trim(), key).not.toBe('');
      const original = english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? '';
      for (const name of placeholders(text)) expect(placeholders(original), key).toContain(name);
    }
    for (const [key, text] of english) {
      // A count may be said in a word: "one day" needs no number.
      if (pluralSuffix.test(key)) continue;
      expect(placeholders(arabic.get(key) ?? '').toSorted(), key).toEqual(placeholders(text).toSorted());
    }
  });
});

describe('the error catalogue', () => {
  it('is explained in Arabic, code by code', () => {
    expect(Object.keys(arabicErrors).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
    for (const [code, text] of Object.entries(arabicErrors)) {
      expect(Object.keys(text).toSorted(), code).toEqual(['action', 'cause', 'title']);
    }
  });
});

describe('every text', () => {
  it('is used somewhere', () => {
    const source = join(import.meta.dirname, '..');
    const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(source, name), 'utf8'))
      .join('\n');
    // A key is used by its full name, or by a template that begins like it: `status.${status}`.
    const templates = [...code.matchAll(/`([\w.]+[._])\$\{/g)].map((match) => match[1] as string);
    const unused = baseKeys(english).filter(
      (key) => !code.includes(`'${key}'`) && !templates.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});
