// Imports as the outside sees them.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { ImportRow } from './queries.ts';

export const presentImport = (row: ImportRow): ContactImport => {
  const { is_delimiter_said: _ours, ...preview } = row.preview;
  return {
    id: toPublicId('contactImport', row.id),
    state: row.state,
    file_name: row.file_name,
    format: row.format,
    file_bytes: Number(row.file_bytes),
    preview,
    options: row.options,
    is_dry_run: row.options?.dry_run ?? false,
    rows_done: row.rows_done,
    rows_total: row.rows_total,
    progress: Math.round(row.progress * 1_000) / 1_000,
    created: row.rows_created,
    updated: row.rows_updated,
    skipped: row.rows_skipped,
    refused: row.rows_refused,
    failure: row.failure,
    created_at: timeOfUuid(row.id).toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
};
