// Takes the file out of an upload: the body itself, or the field `file` of a form. It is written to this machine as it
// comes, and never held in memory.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { mediaBytesMax } from '@hudhud/contract/media-limits.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { releasing } from '../../platform/http/body-pieces.ts';
import type { Spool, Spooled } from '../store/spool.ts';
import { cleanFilename } from './filename.ts';

export interface UploadBody {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  /** From the query. */
  readonly filename: string | null;
}

export interface UploadedFile {
  readonly spooled: Spooled;
  readonly declared: string | null;
  readonly filename: string | null;
}

const fileField = 'file';
const formLimits = { fields: 20, fieldSize: 4_096, files: 1, parts: 21, headerPairs: 50, headerSize: 16_384 };

const unreadable = (cause: unknown): AppError =>
  new AppError('invalid_value', {
    detail: 'The form could not be read: it broke off, or its boundary is missing.',
    errors: [{ code: 'invalid_value', pointer: '', detail: 'The body is not a whole multipart/form-data.' }],
    cause,
  });

const openForm = (contentType: string): InstanceType<typeof Busboy> => {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: formLimits });
  } catch (error) {
    throw unreadable(error);
  }
};

const unknownField = (name: string): AppError => {
  const detail = `The form has a file in the field "${name.slice(0, 60)}"; it belongs into the field "${fileField}".`;
  return fieldProblem('unknown_field', { pointer: '' }, detail);
};

const readForm = async (
  spool: Spool,
  { stream, contentType, filename }: UploadBody,
): Promise<UploadedFile | null> => {
  const form = openForm(contentType);
  let reading: Promise<UploadedFile> | null = null;
  let refusal: AppError | null = null;
  const sources: Readable[] = [];
  // Its parts also report that it broke off; an error without a listener ends the process.
  form.on('error', () => undefined);
  form.on('file', (name, source, ownName, _encoding, declared) => {
    sources.push(source);
    source.on('error', () => undefined);
    if (name !== fileField) {
      refusal ??= unknownField(name);
      source.resume();
      return;
    }
    reading = spool.write(source, mediaBytesMax).then((spooled) => ({
      spooled,
      declared,
      filename: filename ?? cleanFilename(ownName),
    }));
    // A file that is refused ends the form, too: the rest of it is not waited for.
    reading.catch((error: unknown) => form.destroy(error as Error));
  });
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), form);
    const file = await (reading as Promise<UploadedFile> | null);
    if (refusal === null) return file;
    if (file) await spool.discard(file.spooled);
    throw refusal;
  } catch (error) {
    for (const source of sources) source.destroy(error as Error);
    // The spool discards the part that arrived; its own refusal says more than that the form broke off.
    const own = await (reading as Promise<UploadedFile> | null)?.then(
      () => null,
      (failure: unknown) => failure,
    );
    throw [own, error].find((one) => one instanceof AppError) ?? unreadable(error);
  }
};

const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType.trim());

/** The caller discards `spooled` when it is done. */
export const readUpload = async (spool: Spool, body: UploadBody): Promise<UploadedFile> => {
  const file = isForm(body.contentType)
    ? await readForm(spool, body)
    : {
        // The spool has written a piece before it asks for the next.
        spooled: await spool.write(releasing(body.stream), mediaBytesMax),
        declared: body.contentType,
        filename: body.filename,
      };
  if (!file) throw new AppError('media_empty');
  if (file.spooled.bytes > 0) return file;
  await spool.discard(file.spooled);
  throw new AppError('media_empty');
};
