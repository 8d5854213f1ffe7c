// Limits of files by the kind they are sent as: those of the Cloud API. Apart from the schemas, so that a page can
// show them before it uploads without loading what builds schemas.

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;
const office = 'application/vnd.openxmlformats-officedocument';

/** The kinds a file can be sent as. `voice` is an audio that is shown as recorded with the microphone button. */
export const mediaKinds = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const;
export type MediaKind = (typeof mediaKinds)[number];

interface KindLimits {
  readonly mimeTypes: readonly string[];
  readonly bytesMax: number;
}

const audioBytesMax = 16 * megabyte;

/** Limits of the Cloud API. An animated sticker may be larger than a static one. */
export const mediaLimits: Readonly<Record<MediaKind, KindLimits>> = {
  image: { mimeTypes: ['image/jpeg', 'image/png'], bytesMax: 5 * megabyte },
  video: { mimeTypes: ['video/mp4', 'video/3gpp'], bytesMax: 16 * megabyte },
  audio: {
    mimeTypes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytesMax: audioBytesMax,
  },
  voice: { mimeTypes: ['audio/ogg'], bytesMax: audioBytesMax },
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
  sticker: { mimeTypes: ['image/webp'], bytesMax: 500 * kilobyte },
};
export const stillStickerBytesMax = 100 * kilobyte;

/** The largest file of any kind. */
export const mediaBytesMax = 100 * megabyte;
export const filenameCharactersMax = 240;
