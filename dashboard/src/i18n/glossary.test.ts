import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { forbidden, glossary } from './glossary.ts';

const folder = import.meta.dirname;
const files = [
  'en.json',
  'ar.json',
  ...['en', 'ar'].flatMap((one) => readdirSync(path.join(folder, one)).map((name) => `${one}/${name}`)),
];

const textsOf = (value: unknown, name: string): [string, string][] =>
  typeof value !== 'object'
    ? [[name, String(value)]]
    : Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${name}.${key}`));

const read = (file: string): object => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const texts = files.flatMap((file) => textsOf(read(file), file));

/** The explanations of refusals and failures: the gateway's own English, and its Arabic. */
const explanations: [string, string][] = [
  ...textsOf(errorCatalogue, 'errorCatalogue'),
  ...Object.keys(read('failures.ar.json')).map((text): [string, string] => ['failures', text]),
  ...textsOf(read('failures.ar.json'), 'failures.ar.json'),
  ...textsOf(read('errors.ar.json'), 'errors.ar.json'),
];

describe('the texts of the pages', () => {
  it.each(forbidden)('do not say $pattern', ({ pattern, instead }) => {
    const found = [...texts, ...explanations]
      .filter(([, text]) => pattern.test(text))
      .map(([name, text]) => `${name}: ${text}`);
    expect(found, `write instead: ${instead}`).toEqual([]);
  });

  it.each(glossary)('use the word "$en", and in Arabic "$ar"', ({ en, ar }) => {
    const named = (language: string) =>
      texts.filter(([name]) => name.startsWith(language)).map(([, text]) => text);
    expect(named('en').some((text) => text.includes(en))).toBe(true);
    expect(named('ar').some((text) => text.includes(ar))).toBe(true);
  });
});

describe('docs/design-language.md', () => {
  const page = readFileSync(path.join(folder, '../../../docs/design-language.md'), 'utf8');

  it.each(glossary)('explains "$en"', ({ en, ar, means }) => {
    expect(page).toContain(`| ${en} | ${ar} | ${means} |`);
  });
});
