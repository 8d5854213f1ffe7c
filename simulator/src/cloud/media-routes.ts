// Media: upload, download link, download, delete. The read and delete of `/{id}` are shared with other kinds of
// objects, so they are functions that `object-routes.ts` calls.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Media } from '../account/media.ts';
import { bytesMaxOf, kindOfFile, mimeTypes } from '../account/media-types.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import type { Simulator } from '../simulator.ts';
import { GraphFailure, requireNumber, tokenOf } from './authorize.ts';
import { graphError, tokenError } from './graph-error.ts';

export const uploadBytesMax = 101 * 1024 * 1024;

/** Files that arrive at the same time are held whole, so only so many bytes of them are accepted at once. */
const arrivingBytesMax = 256 * 1024 * 1024;

/** A body in chunks does not say how large it is. */
const announcedBytes = ({ headers }: FastifyRequest): number =>
  headers['content-length'] === undefined ? uploadBytesMax : Number(headers['content-length']);

export function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
  let arrivingBytes = 0;

  /** Before the body is read: no file is held for a caller that may not upload one. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireNumber(simulator, request);
    const bytes = Math.min(announcedBytes(request), uploadBytesMax);
    if (arrivingBytes + bytes > arrivingBytesMax) throw new GraphFailure(graphError(80007));
    arrivingBytes += bytes;
    reply.raw.once('close', () => {
      arrivingBytes -= bytes;
    });
  };

  app.post('/:id/media', { bodyLimit: uploadBytesMax, onRequest: admit }, async (request) => {
    return storeUpload(simulator, requireNumber(simulator, request), request);
  });

  app.get('/whatsapp_business/attachments/', (request, reply) => {
    const { mid = '', ext = '', hash = '' } = request.query as Record<string, string>;
    const media = simulator.media.follow(mid, ext, hash);
    const number = media && simulator.numbers.find(media.phoneNumberId);
    if (!media || !number) return reply.code(404).send();
    if (!simulator.numbers.mayUse(tokenOf(request), number)) throw new GraphFailure(tokenError());
    return reply.type(media.mimeType).send(media.bytes);
  });
}

/** Puts the file of a multipart body into the store and gives its id. */
export async function storeUpload(
  simulator: Simulator,
  { phoneNumberId }: BusinessNumber,
  request: FastifyRequest,
): Promise<{ id: string }> {
  const form = await readForm(request);
  if (form.get('messaging_product') !== 'whatsapp') {
    throw refused('The parameter messaging_product is required.');
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw refused('The parameter file is required.');
  const declared = form.get('type');
  const mimeType = file.type || (typeof declared === 'string' ? declared : '');
  const kind = kindOfFile(mimeType);
  if (!kind)
    throw refused(
      `Param file must be a file with one of the following types: ${mimeTypes.join(', ')}. Received file of type '${mimeType}'.`,
    );
  if (file.size > bytesMaxOf(kind)) {
    throw refused(`Param file is too big: ${kind} may have ${bytesMaxOf(kind)} bytes.`);
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const media = { phoneNumberId, mimeType, bytes, filename: file.name };
  return { id: simulator.media.add(media, 'upload').id };
}

export function presentMedia(simulator: Simulator, media: Media, baseUrl: string): object {
  return {
    messaging_product: 'whatsapp',
    url: baseUrl + simulator.media.link(media),
    mime_type: media.mimeType,
    sha256: media.sha256.toString('hex'),
    file_size: String(media.bytes.length),
    id: media.id,
  };
}

/** Node's own multipart reader: the body is already here as a buffer. */
async function readForm(request: FastifyRequest): Promise<FormData> {
  const contentType = request.headers['content-type'] ?? '';
  if (!contentType.startsWith('multipart/form-data')) throw refused('The body must be multipart/form-data.');
  const body = request.body as Buffer<ArrayBuffer>;
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw refused('The multipart body cannot be read.');
  }
}

function refused(details: string): GraphFailure {
  return new GraphFailure(graphError(100, details));
}
