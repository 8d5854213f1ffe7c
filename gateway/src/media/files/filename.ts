// Names of files: what a person sees of a document, and what a browser saves it under. A document without a name is shown
// as "Untitled" by WhatsApp, so there is always one.

import { extname, posix } from 'node:path';
import { filenameCharactersMax } from '@hudhud/contract/media-limits.ts';
import { storableText } from '../../platform/database/storable-text.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/ogg': '.ogg',
  'text/plain': '.txt',
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-powerpoint': '.ppt',
  [`${office}.wordprocessingml.document`]: '.docx',
  [`${office}.spreadsheetml.sheet`]: '.xlsx',
  [`${office}.presentationml.presentation`]: '.pptx',
};

/** Control characters, and those that turn the direction of a text: `invoice\u202efdp.exe` reads as a PDF. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The last part of a path, without what does not belong into a name; null when nothing is left. */
export const cleanFilename = (text: string | null | undefined): string | null => {
  const last = posix
    .basename((text ?? '').replaceAll('\\', '/'))
    .replace(unprintable, '')
    .trim();
  const name = storableText(last, filenameCharactersMax);
  return name === '' || /^\.+$/.test(name) ? null : name;
};

/** A name for what has none. */
export const nameFor = (filename: string | null, mimeType: string | null): string => {
  const extension = extensions[mimeType ?? ''] ?? '';
  if (filename === null) return `${mimeType?.startsWith('image/') ? 'picture' : 'document'}${extension}`;
  // WhatsApp opens a document by its extension.
  return extname(filename) === '' && extension !== '' ? `${filename}${extension}` : filename;
};

/** From `Content-Disposition` (RFC 6266), else from the address. */
export const filenameFrom = (disposition: string | undefined, url: string): string | null => {
  const extended = /filename\*=(?:UTF-8)?''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const { pathname } = new URL(url);
  return cleanFilename(decoded(extended) ?? plain ?? decoded(pathname.split('/').at(-1)));
};

const decoded = (text: string | undefined): string | null => {
  try {
    return text === undefined || text === '' ? null : decodeURIComponent(text);
  } catch {
    return text ?? null;
  }
};

/** Both forms: old programs read the first, all others the second. */
export const contentDisposition = (kind: 'inline' | 'attachment', filename: string): string => {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(filename).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`;
};
