// The contact settings of companies, cached for a moment, so that reading a stop word costs no query per message.

import type pg from 'pg';
import { createFreshMap, type FreshMap } from '../../platform/fresh-map.ts';
import { findSettings, type SettingsRow } from './queries.ts';
import { createWishReader, defaultStartWords, defaultStopWords, type Wish } from './stop-words.ts';

export interface KnownSettings {
  readonly row: SettingsRow;
  readonly readWish: (text: string) => Wish | null;
}

export type SettingsDirectory = FreshMap<KnownSettings>;

export const defaultSettings: SettingsRow = {
  adds_writers: true,
  default_country: null,
  stop_words: null,
  start_words: null,
};

export const createSettingsDirectory = (pool: pg.Pool): SettingsDirectory =>
  createFreshMap<KnownSettings>({
    load: async (companyId) => {
      const row = (await findSettings(pool, companyId)) ?? defaultSettings;
      const readWish = createWishReader(
        row.stop_words ?? defaultStopWords,
        row.start_words ?? defaultStartWords,
      );
      return { row, readWish };
    },
    freshMilliseconds: 2_000,
    usableMilliseconds: 4_000,
    entriesMax: 5_000,
    now: Date.now,
  });

export const settingsOf = async (directory: SettingsDirectory, companyId: string): Promise<KnownSettings> =>
  directory.peek(companyId) ?? (await directory.find(companyId));
