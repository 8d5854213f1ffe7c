// The file of an incoming message, as an event shows it. Where files are kept and how their addresses are signed is
// passed in, because this room knows neither.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { MediaState } from '@hudhud/contract/media.ts';
import type { Queryable } from '../platform/database/database.ts';
import { fromPublicId, toPublicId } from '../platform/ids.ts';
import type { EmittedEvent } from './emitted-event.ts';

export interface MediaFacts {
  readonly state: MediaState;
  readonly mime_type: string | null;
  readonly bytes: number | null;
  readonly filename: string | null;
  /** Hexadecimal. */
  readonly sha256: string | null;
  readonly voice: boolean;
}

export interface MediaSource {
  /** An address of it that needs no credentials. */
  link(companyId: string, mediaId: string, facts: Pick<MediaFacts, 'filename' | 'mime_type'>): string;
  /** The current facts about these files, by UUID. */
  find(
    db: Queryable,
    keys: readonly { readonly companyId: string; readonly id: string }[],
  ): Promise<ReadonlyMap<string, MediaFacts>>;
}

/** The file as one event describes it. Without facts, the file counts as just being fetched. */
export interface EventMedia {
  readonly link?: MediaSource['link'];
  readonly facts?: ReadonlyMap<string, MediaFacts>;
}

const bringsFiles = new Set(['incoming_message', 'message_edited', 'app_message']);

/** The UUID of the file that an incoming message brought. */
const mediaIdOf = ({ type, content, data }: EmittedEvent): string | null => {
  if (type === 'media_stored') {
    const id: unknown = data === null ? null : (JSON.parse(data) as { media?: unknown }).media;
    return typeof id === 'string' ? id : null;
  }
  if (!bringsFiles.has(type) || content === null || !('media' in content)) return null;
  return fromPublicId('media', content.media.id ?? '');
};

/** Asks once for all files of a page of events; nothing when none has one. */
export const findEventMedia = async (
  db: Queryable,
  source: MediaSource | undefined,
  events: readonly EmittedEvent[],
): Promise<EventMedia> => {
  if (!source) return {};
  const keys = events.flatMap((event) => {
    const id = mediaIdOf(event);
    return id === null ? [] : [{ companyId: event.company_id, id }];
  });
  return { link: source.link, ...(keys.length > 0 && { facts: await source.find(db, keys) }) };
};

type Described = NonNullable<IncomingDetails['media']>;

/** The provider's words, with ours over them. */
export const describeMedia = (
  event: EmittedEvent,
  described: Described | undefined,
  { link, facts }: EventMedia,
): Described | undefined => {
  const id = mediaIdOf(event);
  if (id === null) return described;
  const known = facts?.get(id);
  const filename = known?.filename ?? described?.filename ?? null;
  const mimeType = known?.mime_type ?? described?.mime_type ?? null;
  return {
    ...described,
    id: toPublicId('media', id),
    ...(link && { url: link(event.company_id, id, { filename, mime_type: mimeType }) }),
    ...(mimeType !== null && { mime_type: mimeType }),
    ...(filename !== null && { filename }),
    ...(known?.sha256 && { sha256: known.sha256 }),
    ...(known?.bytes != null && { bytes: known.bytes }),
    voice: known?.voice ?? described?.is_voice ?? false,
    state: known?.state ?? 'fetching',
  };
};
