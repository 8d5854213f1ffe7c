// The files in events: their current facts, and an address that works without credentials for a while.

import type { MediaSource } from '../../events/event-media.ts';
import { nameFor } from '../files/filename.ts';
import type { MediaLinks } from '../links.ts';
import { findMediaByKeys } from '../queries.ts';

export const createMediaSource = (links: MediaLinks, linkSeconds: number): MediaSource => ({
  link: (companyId, id, { filename, mime_type: mimeType }) =>
    links.make({ companyId, id, filename: nameFor(filename, mimeType) }, linkSeconds).url,
  async find(db, keys) {
    const rows = await findMediaByKeys(db, keys);
    return new Map(
      rows.map((row) => [
        row.id,
        {
          state: row.state,
          mime_type: row.mime_type,
          bytes: row.bytes === null ? null : Number(row.bytes),
          filename: row.filename,
          sha256: row.sha256,
          voice: row.is_voice,
        },
      ]),
    );
  },
});
