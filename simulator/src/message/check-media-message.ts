// Image, video, audio, document and sticker messages: exactly one of `id` and `link`, captions and file names only
// where WhatsApp shows them.
import type { MediaStore } from '../account/media.ts';
import type { MediaKind } from '../account/media-types.ts';
import {
  checkBoolean,
  checkKeys,
  checkLink,
  checkOptionalText,
  checkText,
  invalid,
  type Json,
  missing,
  type Problem,
} from './check-value.ts';

const extraKeys: Record<MediaKind, readonly string[]> = {
  image: ['caption'],
  video: ['caption'],
  document: ['caption', 'filename'],
  audio: ['voice'],
  sticker: [],
};

export function checkMediaMessage(
  kind: MediaKind,
  part: Json,
  media: MediaStore,
  phoneNumberId: string,
): Problem {
  return (
    checkKeys(part, kind, ['id', 'link', 'provider', ...extraKeys[kind]]) ??
    checkMediaSource(part, kind, media, phoneNumberId) ??
    checkOptionalText(part.caption, `${kind}['caption']`, { max: 1_024 }) ??
    checkOptionalText(part.filename, `${kind}['filename']`, { max: 240 }) ??
    checkBoolean(part.voice, `${kind}['voice']`)
  );
}

/** One of `id` and `link`, also used by headers of interactive and template messages. */
export function checkMediaSource(
  part: Json,
  param: string,
  media: MediaStore,
  phoneNumberId: string,
): Problem {
  const { id, link } = part;
  if (id === undefined && link === undefined) return missing(`${param}['id'] or ${param}['link']`);
  if (id !== undefined && link !== undefined) {
    return invalid(param, "takes one of 'id' and 'link', not both.");
  }
  if (link !== undefined) return checkLink(link, `${param}['link']`);
  return (
    checkText(id, `${param}['id']`, { max: 64 }) ??
    (media.find(id as string)?.phoneNumberId === phoneNumberId
      ? null
      : invalid(`${param}['id']`, `${id} is not media of this phone number.`))
  );
}
