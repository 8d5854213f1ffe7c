// A message of a chat as the control API shows it: with what is known of its files, so that a screen can name them
// before it fetches them.
import type { MediaStore } from '../account/media.ts';
import { isMediaKind } from '../account/media-types.ts';
import type { ChatMessage } from '../chat/conversations.ts';
import { asObject } from '../message/check-value.ts';
import { snakeKeys } from './snake-case.ts';

export function presentMessage(media: MediaStore, message: ChatMessage): object {
  return { ...snakeKeys(message), files: filesOf(media, message).map(snakeKeys) };
}

interface FileNote {
  id: string;
  mimeType: string;
  bytes: number;
  filename: string | null;
}

/** The file of the message itself, of its header, and of the cards that it carries. */
function filesOf(media: MediaStore, { type, content }: ChatMessage): FileNote[] {
  const part = asObject(content);
  if (!part) return [];
  const ids = isMediaKind(type) ? [part.id] : deepIds(part);
  return ids.flatMap((id) => {
    const file = typeof id === 'string' ? media.find(id) : undefined;
    return file
      ? [{ id: file.id, mimeType: file.mimeType, bytes: file.bytes.length, filename: file.filename }]
      : [];
  });
}

function deepIds(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(deepIds);
  const part = asObject(value);
  if (!part) return [];
  return Object.entries(part).flatMap(([name, inside]) =>
    isMediaKind(name) ? [asObject(inside)?.id] : deepIds(inside),
  );
}
