// The file of an inbound message, as it is fetched: by the provider's id, and compared with the checksum it gave.

import type { IncomingFile } from '../media-part.ts';
import type { Fields } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';
import { readSha256 } from './media.ts';

const mediaTypes = ['image', 'audio', 'video', 'document', 'sticker'] as const;

/** The part of a message that names a file; null for a message of another type, and for one without the file's id. */
export const filePartOf = (message: Fields): Fields | null => {
  const type = mediaTypes.find((name) => name === message.type);
  const part = type ? asFields(message[type]) : null;
  return asText(part?.id) ? part : null;
};

export const readFile = (message: Fields): IncomingFile | null => {
  const part = filePartOf(message);
  const reference = asText(part?.id);
  if (!part || reference === null) return null;
  const caption = asText(part.caption);
  return {
    reference,
    mimeType: asText(part.mime_type),
    filename: asText(part.filename),
    sha256: readSha256(part.sha256),
    ...(part.voice === true && { isVoice: true as const }),
    ...(caption && { caption }),
  };
};
