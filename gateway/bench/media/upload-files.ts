// Files on their way in, as a benchmark sends them: written as fast as the gateway reads, and never held whole here either,
// because the memory of one process is what is measured.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Media } from '@hudhud/contract/media.ts';
import type { Caller, Target } from '../send-requests.ts';

const piece = randomBytes(65_536);
/** The beginning of a picture, so that its type is found; what follows differs by file. */
const pictureHead = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const uploadFile = async (
  { host, port }: Target,
  { token, companyId }: Caller,
  bytes: number,
): Promise<Media> => {
  const upload = request({
    host,
    port,
    method: 'POST',
    path: '/api/v1/media?filename=picture.png',
    headers: {
      authorization: `Bearer ${token}`,
      'x-company-id': companyId,
      'content-type': 'image/png',
      'content-length': bytes,
    },
  });
  const answered = once(upload, 'response');
  const head = Buffer.concat([pictureHead, randomBytes(16)]);
  upload.write(head);
  for (let left = bytes - head.length; left > 0; left -= piece.length) {
    if (!upload.write(piece.subarray(0, Math.min(left, piece.length)))) await once(upload, 'drain');
  }
  upload.end();
  const [answer] = await answered;
  let text = '';
  for await (const part of answer) text += part;
  if (answer.statusCode !== 201) throw new Error(`An upload was answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as Media;
};

export const uploadTogether = async (
  target: Target,
  caller: Caller,
  { files, bytes }: { readonly files: number; readonly bytes: number },
): Promise<void> => {
  await Promise.all(Array.from({ length: files }, () => uploadFile(target, caller, bytes)));
};
