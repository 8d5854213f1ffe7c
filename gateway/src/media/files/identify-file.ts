// Identifies a file by its bytes, and says as which kinds it can be sent. A type given by a caller or a server counts only
// where the bytes do not decide, and is refused where they contradict it.

import { extname } from 'node:path';
import {
  type MediaKind,
  mediaKinds,
  mediaLimits,
  stillStickerBytesMax,
} from '@hudhud/contract/media-limits.ts';
import { AppError } from '../../platform/errors.ts';

export interface FileFacts {
  readonly mimeType: string;
  readonly usableFor: readonly MediaKind[];
}

export interface FileClaims {
  /** The beginning of the file. */
  readonly head: Buffer;
  readonly bytes: number;
  /** The type that the caller or the server declares; null when none is declared. */
  readonly declared: string | null;
  readonly filename: string | null;
}

const unknownType = 'application/octet-stream';
/** Types that say nothing about the file. */
const vague: readonly string[] = [
  unknownType,
  'binary/octet-stream',
  'application/x-www-form-urlencoded',
  '',
];

/** In our words: what WhatsApp's lists call it. */
const sameAs: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/3gpp': 'video/3gpp',
  'text/csv': 'text/plain',
};

/** The type without parameters such as `; codecs=opus`. */
const bareType = (text: string | null | undefined): string => {
  const bare = (text?.split(';')[0] ?? '').trim().toLowerCase();
  return sameAs[bare] ?? bare;
};

const office = 'application/vnd.openxmlformats-officedocument';
const byExtension: Readonly<Record<string, string>> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.pptx': `${office}.presentationml.presentation`,
};

/** Formats that hold others: which one is written too deep inside, or nowhere. */
const containers: Readonly<Record<string, readonly string[]>> = {
  'application/zip': Object.values(byExtension).filter((type) => type.startsWith(office)),
  'application/x-cfb': Object.values(byExtension).filter((type) => !type.startsWith(office)),
  'video/mp4': ['audio/mp4', 'video/3gpp'],
  'audio/mp4': ['video/mp4'],
  'video/quicktime': [],
};

const readsAsText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // A character may be cut in half at the end of what was looked at.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const isMarkup = (head: Buffer): boolean =>
  /^\s*(<\?xml|<!doctype|<html|<svg|<script|<head|<body)/i.test(head.subarray(0, 1_024).toString('latin1'));

/** The type according to the bytes; null when they do not decide. */
const detect = async (head: Buffer): Promise<string | null> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const type = bareType(found?.mime);
  if (type !== '' && type !== 'application/xml') return type;
  if (!readsAsText(head)) return null;
  return isMarkup(head) ? 'text/html' : 'text/plain';
};

const mismatch = (declared: string, real: string): AppError =>
  new AppError('media_type_mismatch', {
    detail: `The content type says ${declared.slice(0, 100)}, and the bytes are ${real}.`,
  });

const resolveType = (real: string | null, { declared, filename }: FileClaims): string => {
  const said = bareType(declared);
  const isSilent = vague.includes(said);
  const named = byExtension[extname(filename ?? '').toLowerCase()];
  if (real === null) {
    // Bytes without a mark may be anything but a type that has one.
    if (isSilent || !mediaKinds.some((kind) => mediaLimits[kind].mimeTypes.includes(said)))
      return unknownType;
    throw mismatch(said, 'of no type that is known');
  }
  const insides = containers[real] ?? [];
  if (isSilent) return named !== undefined && insides.includes(named) ? named : real;
  if (said === real || insides.includes(said)) return said;
  // A text has no mark: source code, tables and the like are all of them plain text.
  if (real === 'text/plain' && (said.startsWith('text/') || said.startsWith('application/json'))) {
    return said === 'text/html' ? said : real;
  }
  if (real === 'text/html' && (/xml|html|svg/.test(said) || said === 'text/plain'))
    return said === 'text/plain' ? real : said;
  throw mismatch(said, real);
};

/** VP8X with the bit for animation (WebP container specification). */
const isAnimated = (head: Buffer): boolean =>
  head.subarray(12, 16).toString('latin1') === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;

/** OGG with Opus in one channel, as WhatsApp records it: the head of Opus stands in the first page (RFC 7845). */
const isVoice = (head: Buffer): boolean => {
  const at = head.subarray(0, 512).indexOf('OpusHead');
  return at >= 0 && head[at + 9] === 1;
};

const isUsable = (kind: MediaKind, mimeType: string, { head, bytes }: FileClaims): boolean => {
  const { mimeTypes, bytesMax } = mediaLimits[kind];
  if (!mimeTypes.includes(mimeType) || bytes > bytesMax) return false;
  if (kind === 'voice') return isVoice(head);
  if (kind === 'sticker') return bytes <= stillStickerBytesMax || isAnimated(head);
  return true;
};

/** Throws `media_type_mismatch` when the bytes are something else than what is said of them. */
export const identifyFile = async (claims: FileClaims): Promise<FileFacts> => {
  const mimeType = resolveType(await detect(claims.head), claims);
  return { mimeType, usableFor: mediaKinds.filter((kind) => isUsable(kind, mimeType, claims)) };
};

/** The same for what a stranger's server or a provider says: what the bytes say holds, and nothing is refused. */
export const identifyFetched = async (claims: FileClaims): Promise<FileFacts> => {
  try {
    return await identifyFile(claims);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return await identifyFile({ ...claims, declared: null });
  }
};
