// Why a row was refused, in the reader's language. The gateway's own sentence is English and says more; for readers of
// other languages its code is put into words here.

import { useTranslation } from 'react-i18next';
import type { RefusedRow } from './read-refused-rows.ts';

const known = [
  'broken_characters',
  'contact_field_invalid',
  'default_country_missing',
  'duplicate_in_file',
  'invalid_phone_number',
  'invalid_tags',
  'name_too_long',
  'notes_too_long',
  'too_many_cells',
  'unknown_language',
] as const;

/** `kind`: what all rows with this code have in common, without what is in one of them. */
export function useRefusalWords(): (row: Pick<RefusedRow, 'code' | 'reason'>, of?: 'row' | 'kind') => string {
  const { t, i18n } = useTranslation();
  return ({ code, reason }, of = 'row') => {
    const name = known.find((one) => one === code);
    if (name === undefined || (i18n.language === 'en' && of === 'row')) return reason;
    return t(`import_refusal.${name}`);
  };
}
