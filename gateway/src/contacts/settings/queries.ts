// The SQL of the contact settings.

import type { Queryable } from '../../platform/database/database.ts';
import type { WordsByLanguage } from './stop-words.ts';

export interface SettingsRow {
  readonly adds_writers: boolean;
  readonly default_country: string | null;
  readonly stop_words: WordsByLanguage | null;
  readonly start_words: WordsByLanguage | null;
}

export const findSettings = async (db: Queryable, companyId: string): Promise<SettingsRow | null> => {
  const { rows } = await db.query<SettingsRow>({
    name: 'find-contact-settings',
    text: `
      select adds_writers, default_country, stop_words, start_words from contact_settings where company_id = $1`,
    values: [companyId],
  });
  return rows[0] ?? null;
};

export const saveSettings = async (db: Queryable, companyId: string, row: SettingsRow): Promise<void> => {
  await db.query(
    `insert into contact_settings (company_id, adds_writers, default_country, stop_words, start_words)
     values ($1, $2, $3, $4::jsonb, $5::jsonb)
     on conflict (company_id) do update set adds_writers = excluded.adds_writers,
       default_country = excluded.default_country, stop_words = excluded.stop_words,
       start_words = excluded.start_words`,
    [
      companyId,
      row.adds_writers,
      row.default_country,
      row.stop_words && JSON.stringify(row.stop_words),
      row.start_words && JSON.stringify(row.start_words),
    ],
  );
};
