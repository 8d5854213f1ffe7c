// What the user has chosen about a file before it is read: kept in this browser, so that the way from the check to the
// import survives a reload. The gateway does not return what an import was started with.

import type { ContactImport, ImportStart } from '@hudhud/contract/imports.ts';

export interface ImportChoices {
  /** The meaning of each column; null: left out. */
  readonly mapping: readonly (string | null)[];
  readonly has_header: boolean;
  readonly default_country: string | null;
  readonly numbers_are_international: boolean;
  readonly updates_existing: boolean;
  readonly tags: readonly string[];
  readonly consent: 'opted_in' | 'opted_out' | null;
  readonly consent_source: string;
}

export const guessedChoices = (
  { preview }: Pick<ContactImport, 'preview'>,
  defaultCountry: string | null,
): ImportChoices => ({
  mapping: preview.mapping,
  has_header: preview.has_header,
  default_country: defaultCountry,
  numbers_are_international: false,
  updates_existing: true,
  tags: [],
  consent: null,
  consent_source: '',
});

export type ChoiceProblem = 'no_phone_number' | 'twice' | 'no_source';

export function checkChoices(choices: ImportChoices): ChoiceProblem | null {
  const targets = choices.mapping.filter((target) => target !== null);
  if (!targets.includes('phone_number')) return 'no_phone_number';
  if (new Set(targets).size < targets.length) return 'twice';
  return choices.consent !== null && choices.consent_source.trim() === '' ? 'no_source' : null;
}

export const toStart = (choices: ImportChoices, isDryRun: boolean): ImportStart => ({
  mapping: [...choices.mapping],
  has_header: choices.has_header,
  default_country: choices.default_country,
  numbers_are_international: choices.numbers_are_international,
  on_duplicate: choices.updates_existing ? 'update' : 'skip',
  ...(choices.tags.length > 0 && { tags: [...choices.tags] }),
  ...(choices.consent && {
    consent: { state: choices.consent, source: choices.consent_source.trim() },
  }),
  dry_run: isDryRun,
});

const storageKey = (id: string): string => `hudhud.import.${id}`;

export const keepChoices = (id: string, choices: ImportChoices): void =>
  sessionStorage.setItem(storageKey(id), JSON.stringify(choices));

export function keptChoices(id: string): ImportChoices | null {
  const kept = sessionStorage.getItem(storageKey(id));
  return kept === null ? null : (JSON.parse(kept) as ImportChoices);
}

export const forgetChoices = (id: string): void => sessionStorage.removeItem(storageKey(id));
