// A file as the outside sees it.

import type { Media } from '@hudhud/contract/media.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { MediaRow } from './queries.ts';

export const presentMedia = (row: MediaRow): Media => ({
  id: toPublicId('media', row.id),
  direction: row.direction,
  state: row.state,
  mime_type: row.mime_type,
  bytes: row.bytes === null ? null : Number(row.bytes),
  sha256: row.sha256,
  filename: row.filename,
  voice: row.is_voice,
  usable_for: [...row.usable_for],
  message_id: row.message_id && toPublicId('message', row.message_id),
  created_at: timeOfUuid(row.id).toISOString(),
  expires_at: row.expires_at.toISOString(),
});
