import type { ImportPreview } from '@hudhud/contract/imports.ts';
import { describe, expect, it } from 'vitest';
import { checkChoices, guessedChoices, toStart } from './import-choices.ts';

const preview: ImportPreview = {
  encoding: 'utf-8',
  delimiter: ';',
  has_header: true,
  headers: ['Mobile', 'Name', 'X'],
  rows: [['0501234567', 'Sara', '']],
  mapping: ['phone_number', 'name', null],
};

describe('the choices about a file', () => {
  it('begin with what the gateway guessed', () => {
    const choices = guessedChoices({ preview }, 'SA');
    expect(checkChoices(choices)).toBeNull();
    expect(toStart(choices, true)).toEqual({
      mapping: ['phone_number', 'name', null],
      has_header: true,
      default_country: 'SA',
      numbers_are_international: false,
      on_duplicate: 'update',
      dry_run: true,
    });
  });

  it('are sent whole', () => {
    const choices = {
      ...guessedChoices({ preview }, null),
      updates_existing: false,
      tags: ['fair'],
      consent: 'opted_in',
      consent_source: ' stand at the fair ',
    } as const;
    expect(toStart(choices, false)).toMatchObject({
      on_duplicate: 'skip',
      tags: ['fair'],
      consent: { state: 'opted_in', source: 'stand at the fair' },
      dry_run: false,
    });
  });

  it('are refused before the gateway would: no number, a column twice, consent from nowhere', () => {
    const choices = guessedChoices({ preview }, null);
    expect(checkChoices({ ...choices, mapping: [null, 'name', null] })).toBe('no_phone_number');
    expect(checkChoices({ ...choices, mapping: ['phone_number', 'name', 'name'] })).toBe('twice');
    expect(checkChoices({ ...choices, consent: 'opted_in' })).toBe('no_source');
  });
});
