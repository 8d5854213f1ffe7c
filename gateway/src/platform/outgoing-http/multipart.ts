// A body of `multipart/form-data` (RFC 7578) that is written while its files are read, with its exact length: some
// providers refuse uploads in chunks.

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StreamedBody } from './request.ts';

export interface FormFile {
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly content: StreamedBody | Uint8Array;
}

export type FormPart = FormFile | { readonly name: string; readonly value: string };

export interface MultipartBody {
  readonly contentType: string;
  readonly body: StreamedBody;
}

/** As browsers write it: what would end the quotes or the line is escaped. */
const quoted = (text: string): string =>
  `"${text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;

const headOf = (part: FormPart): string => {
  const name = `content-disposition: form-data; name=${quoted(part.name)}`;
  if ('value' in part) return `${name}\r\n\r\n`;
  const contentType = part.contentType.replaceAll(/[^\t\x20-\x7e]/g, '');
  return `${name}; filename=${quoted(part.fileName)}\r\ncontent-type: ${contentType}\r\n\r\n`;
};

const contentOf = (part: FormPart): StreamedBody | Uint8Array =>
  'value' in part ? Buffer.from(part.value) : part.content;

const lengthOf = (content: StreamedBody | Uint8Array): number | null => content.byteLength;

export const multipartBody = (parts: readonly FormPart[]): MultipartBody => {
  const boundary = `hudhud-${randomBytes(18).toString('hex')}`;
  const written = parts.map((part) => ({
    head: Buffer.from(`--${boundary}\r\n${headOf(part)}`),
    content: contentOf(part),
  }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lengths = written.map(({ content }) => lengthOf(content));
  const heads = written.reduce((sum, { head }) => sum + head.length + 2, 0);

  const write = async function* (): AsyncGenerator<Uint8Array> {
    for (const { head, content } of written) {
      yield head;
      if ('stream' in content) yield* content.stream;
      else yield content;
      yield Buffer.from('\r\n');
    }
    yield end;
  };

  const stream = Readable.from(write(), { objectMode: false });
  // A form that is cancelled before its turn leaves no file open.
  stream.once('close', () => {
    for (const { content } of written) if ('stream' in content) content.stream.destroy();
  });
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      stream,
      byteLength: lengths.includes(null)
        ? null
        : lengths.reduce<number>((sum, length) => sum + (length ?? 0), heads + end.length),
    },
  };
};
