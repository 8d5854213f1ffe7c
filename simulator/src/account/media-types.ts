// Which files WhatsApp carries as which kind of message, and how big they may be.

export type MediaKind = 'audio' | 'image' | 'video' | 'document' | 'sticker';

const office = 'application/vnd.openxmlformats-officedocument';
const megabyte = 1024 * 1024;

const kinds: Record<MediaKind, { mimeTypes: readonly string[]; bytesMax: number }> = {
  audio: {
    mimeTypes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytesMax: 16 * megabyte,
  },
  image: { mimeTypes: ['image/jpeg', 'image/png'], bytesMax: 5 * megabyte },
  video: { mimeTypes: ['video/mp4', 'video/3gpp'], bytesMax: 16 * megabyte },
  document: {
    mimeTypes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${office}.wordprocessingml.document`,
      `${office}.spreadsheetml.sheet`,
      `${office}.presentationml.presentation`,
    ],
    bytesMax: 100 * megabyte,
  },
  sticker: { mimeTypes: ['image/webp'], bytesMax: 500 * 1024 },
};

export const mediaKinds = Object.keys(kinds) as MediaKind[];
export const mimeTypes = Object.values(kinds).flatMap((kind) => kind.mimeTypes);

export function isMediaKind(type: string): type is MediaKind {
  return Object.hasOwn(kinds, type);
}

/** The kind of a file, by its type without parameters such as `; codecs=opus`. */
export function kindOfFile(mimeType: string): MediaKind | null {
  const bare = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
  return mediaKinds.find((kind) => kinds[kind].mimeTypes.includes(bare)) ?? null;
}

export function bytesMaxOf(kind: MediaKind): number {
  return kinds[kind].bytesMax;
}
