// One row of a file becomes a contact, or a refusal that says what is wrong with it.

import { nameCharactersMax, notesCharactersMax, tagsMax } from '@hudhud/contract/contacts.ts';
import type { ImportStart } from '@hudhud/contract/imports.ts';
import { tagCharactersMax } from '@hudhud/contract/segments.ts';
import { storableText } from '../../platform/database/storable-text.ts';
import { newUuid } from '../../platform/ids.ts';
import { readPhoneNumber } from '../../platform/read-phone-number.ts';
import { type FieldDefinitions, readCell } from '../fields/check-values.ts';
import { foldText } from '../fold-text.ts';
import type { ContactWrite } from '../saving/queries.ts';
import type { FileRow } from './file-row.ts';

export interface RowReading {
  readonly options: ImportStart;
  readonly country: string | null;
  readonly definitions: FieldDefinitions;
}

export type ReadRow =
  | { readonly kind: 'contact'; readonly write: ContactWrite }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

const refused = (code: string, detail: string): ReadRow => ({ kind: 'refused', code, detail });

const languageNames: Readonly<Record<string, string>> = {
  arabic: 'ar',
  عربي: 'ar',
  العربيه: 'ar',
  عربيه: 'ar',
  english: 'en',
  انجليزي: 'en',
  الانجليزيه: 'en',
  انجليزيه: 'en',
};

const readLanguage = (text: string): string | null => {
  const named = languageNames[foldText(text)];
  if (named) return named;
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text) && text.length <= 35 ? text : null;
};

const readTags = (text: string): string[] =>
  text
    .split(/[,;|،؛]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

class RowRefusal extends Error {
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

interface Draft {
  phoneNumber: string | null;
  name: string | null;
  language: string | null;
  notes: string | null;
  tags: string[];
  readonly fields: Record<string, string | number | boolean>;
}

const fill = (draft: Draft, target: string, cell: string, reading: RowReading): void => {
  const { options, country, definitions } = reading;
  if (target === 'phone_number') {
    const isInternational = options.numbers_are_international ?? false;
    const read = readPhoneNumber(cell, { country, isInternational });
    if (read.kind === 'refused') throw new RowRefusal(read.code, read.detail);
    draft.phoneNumber = read.phoneNumber;
    return;
  }
  if (cell === '') return;
  if (cell.includes('\ufffd'))
    throw new RowRefusal('broken_characters', 'A letter is broken: the file was saved in a wrong encoding.');
  if (target === 'name') {
    if (cell.length > nameCharactersMax)
      throw new RowRefusal('name_too_long', `The name has more than ${nameCharactersMax} characters.`);
    draft.name = cell;
  } else if (target === 'notes') {
    if (cell.length > notesCharactersMax)
      throw new RowRefusal('notes_too_long', `The notes have more than ${notesCharactersMax} characters.`);
    draft.notes = cell;
  } else if (target === 'language') {
    draft.language = readLanguage(cell);
    if (draft.language === null)
      throw new RowRefusal(
        'unknown_language',
        `This is no language: ${cell.slice(0, 40)}. Write ar, en, ...`,
      );
  } else if (target === 'tags') {
    draft.tags = readTags(cell);
    const tooLong = draft.tags.find((tag) => tag.length > tagCharactersMax);
    if (tooLong !== undefined || draft.tags.length > tagsMax)
      throw new RowRefusal('invalid_tags', `At most ${tagsMax} tags of ${tagCharactersMax} characters.`);
  } else {
    const definition = definitions.get(target.slice('field.'.length));
    if (!definition) return;
    const read = readCell(definition, cell);
    if (read.kind === 'bad') throw new RowRefusal('contact_field_invalid', read.detail);
    if (read.value !== null) draft.fields[definition.name] = read.value;
  }
};

/** A cell beyond the headings cannot be mapped; it means that a delimiter stands inside a text without quotes. */
const checkWidth = ({ cells }: FileRow, columns: number): void => {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    throw new RowRefusal(
      'too_many_cells',
      `The row has more than ${columns} cells; perhaps a text with a delimiter in it lacks its quotation marks.`,
    );
};

const toWrite = (draft: Draft, phoneNumber: string, { options }: RowReading): ContactWrite => {
  const tags = [...new Set([...draft.tags, ...(options.tags ?? []).map((tag) => tag.trim())])];
  return {
    id: newUuid(),
    phoneNumber,
    name: draft.name,
    sortName: draft.name === null ? null : foldText(draft.name),
    language: draft.language,
    storeId: null,
    notes: draft.notes,
    fields: Object.keys(draft.fields).length === 0 ? null : JSON.stringify(draft.fields),
    tags: null,
    addedTags: tags.length === 0 ? null : tags,
    consent: options.consent ? { state: options.consent.state, source: options.consent.source.trim() } : null,
    consentChangeId: newUuid(),
  };
};

export const readRow = (row: FileRow, reading: RowReading): ReadRow => {
  const draft: Draft = { phoneNumber: null, name: null, language: null, notes: null, tags: [], fields: {} };
  const { mapping } = reading.options;
  try {
    checkWidth(row, mapping.length);
    mapping.forEach((target, index) => {
      if (target === null) return;
      const cell = row.cells[index] ?? '';
      fill(draft, target, storableText(cell, cell.length).trim(), reading);
    });
  } catch (error) {
    if (error instanceof RowRefusal) return refused(error.code, error.message);
    throw error;
  }
  return draft.phoneNumber === null
    ? refused('invalid_phone_number', 'The phone number is empty.')
    : { kind: 'contact', write: toWrite(draft, draft.phoneNumber, reading) };
};
