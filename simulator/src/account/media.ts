// Media that a business uploaded or a person sent, kept in memory up to a number of bytes; the oldest goes first.
// Download links are signed and die after five minutes, as Meta's do.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../time/clock.ts';

export interface MediaInput {
  phoneNumberId: string;
  mimeType: string;
  bytes: Buffer;
  filename: string | null;
}

export interface Media extends MediaInput {
  id: string;
  sha256: Buffer;
  expiresAt: number;
}

export interface MediaStore {
  add(input: MediaInput, source: 'upload' | 'person'): Media;
  find(id: string): Media | undefined;
  /** Files that businesses have uploaded so far, those that are gone included. */
  uploads(): number;
  remove(id: string): boolean;
  /** Path and query of a fresh download link. */
  link(media: Media): string;
  /** The media behind a link's query, unless the link is stale or forged. */
  follow(id: string, expires: string, hash: string): Media | null;
  clear(): void;
}

const dayMs = 24 * 3_600_000;
const livesMs = { upload: 30 * dayMs, person: 7 * dayMs };
const linkLivesMs = 5 * 60_000;

export function createMedia(clock: Clock, bytesMax: number): MediaStore {
  const key = randomBytes(32);
  const stored = new Map<string, Media>();
  let bytesStored = 0;
  let count = 0;
  let uploads = 0;

  const sign = (id: string, expires: string) =>
    createHmac('sha256', key).update(`${id}.${expires}`).digest('hex').slice(0, 32);

  function remove(id: string): boolean {
    bytesStored -= stored.get(id)?.bytes.length ?? 0;
    return stored.delete(id);
  }

  function find(id: string): Media | undefined {
    const media = stored.get(id);
    if (!media || media.expiresAt > clock.now()) return media;
    remove(id);
    return undefined;
  }

  return {
    add(input, source) {
      count += 1;
      if (source === 'upload') uploads += 1;
      const id = String(1_003_383_421_000_000 + count);
      const sha256 = createHash('sha256').update(input.bytes).digest();
      const media = { ...input, id, sha256, expiresAt: clock.now() + livesMs[source] };
      stored.set(id, media);
      bytesStored += input.bytes.length;
      for (const oldest of stored.keys()) {
        if (bytesStored <= bytesMax || oldest === id) break;
        remove(oldest);
      }
      return media;
    },
    find,
    uploads: () => uploads,
    remove,
    link(media) {
      const expires = String(Math.floor((clock.now() + linkLivesMs) / 1000));
      return `/whatsapp_business/attachments/?mid=${media.id}&ext=${expires}&hash=${sign(media.id, expires)}`;
    },
    follow(id, expires, hash) {
      const isFresh = Number(expires) * 1000 > clock.now();
      return isFresh && hash === sign(id, expires) ? (find(id) ?? null) : null;
    },
    clear() {
      stored.clear();
      bytesStored = 0;
    },
  };
}
