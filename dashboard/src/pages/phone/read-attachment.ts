// A file from this computer as a message of the simulated person. The simulator takes files inside of JSON, in base64.

import { type MediaKind, mediaLimits } from '@hudhud/contract/media-limits.ts';
import { byteSize } from '../../parts/text/byte-size.ts';
import type { PersonMessage } from '../../queries/simulator.ts';

/** A person may send a document of any type; WhatsApp bounds only what a company sends. */
export type AttachedKind = MediaKind;

/** The size that fits into one request to the simulator, in base64. */
const bytesMax = 23 * 1_048_576;

/** For the browser's dialog: what can be chosen. */
export const acceptOf = (kind: AttachedKind): string =>
  kind === 'document' ? '' : mediaLimits[kind].mimeTypes.join(',');

/** For the words: how big it is, and how big it may be. */
export function overLimit(kind: AttachedKind, file: Blob): { size: string; max: string } | null {
  const max = Math.min(mediaLimits[kind].bytesMax, bytesMax);
  return file.size > max ? { size: byteSize(file.size), max: byteSize(max) } : null;
}

export async function messageOfFile(kind: AttachedKind, file: File): Promise<PersonMessage> {
  const type = kind === 'voice' ? 'audio' : kind;
  const part = {
    data: await toBase64(file),
    mime_type: file.type === '' ? 'application/octet-stream' : file.type,
    ...(type === 'document' && { filename: file.name }),
    ...(type === 'audio' && { voice: kind === 'voice' }),
  };
  return { type, [type]: part };
}

async function toBase64(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
  reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
  reader.readAsDataURL(file);
  return promise;
}
