// The files that a content names, wherever they stand in it. A plain text names none and costs nothing here.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';
import type { FilePlace, NamedFile } from '@hudhud/contract/content-kind.ts';

import type { MediaKind } from '@hudhud/contract/media-limits.ts';

const none: readonly NamedFile[] = [];

/** The kinds of files in the headers of a template, where its definition is known. */
export interface HeaderKinds {
  readonly own: MediaKind | null;
  readonly card: MediaKind | null;
}

const toKind = (file: NamedFile, { own, card }: HeaderKinds): NamedFile =>
  file.kind === null ? { ...file, kind: file.pointer.startsWith('/template/cards/') ? card : own } : file;

export const filesOf = (content: MessageContent, kinds?: HeaderKinds): readonly NamedFile[] => {
  const files = kindOf(content.type).files?.(content) ?? none;
  return kinds && content.type === 'template' ? files.map((file) => toKind(file, kinds)) : files;
};

const mapValue = (value: unknown, pointer: string, places: ReadonlyMap<string, FilePlace>): unknown => {
  const known = places.get(pointer);
  if (known) return known;
  if (Array.isArray(value)) return value.map((item, index) => mapValue(item, `${pointer}/${index}`, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapValue(part, `${pointer}/${name}`, places)]),
  );
};

/** The same content with other files, by their pointers. */
export const withPlaces = (content: MessageContent, places: ReadonlyMap<string, FilePlace>): MessageContent =>
  mapValue(content, '', places) as MessageContent;
