// HTTP in and out for files. An upload is a stream: a file of any size passes through to the store.

import { Readable } from 'node:stream';
import {
  Media,
  MediaFromUrl,
  MediaLink,
  MediaPage,
  MediaQuery,
  MediaUploadQuery,
  MediaUsage,
} from '@hudhud/contract/media.ts';
import { mediaBytesMax } from '@hudhud/contract/media-limits.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { bodyPieces, discardRest } from '../platform/http/body-pieces.ts';
import { patiently } from '../platform/http/long-upload.ts';
import { readId, type WithId } from '../platform/http/read-id.ts';
import { bodyCodes, pageCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { registerContentRoutes } from './content-routes.ts';
import { fetchUrl } from './files/fetch-url.ts';
import { cleanFilename } from './files/filename.ts';
import { identifyFile } from './files/identify-file.ts';
import { keepFile } from './files/keep-file.ts';
import { readUpload } from './files/read-upload.ts';
import { findOne } from './find-stored.ts';
import { deleteMedia, listMedia, type MediaRow, readUsage } from './queries.ts';
import { type MediaRoutesOptions, params, tags } from './route-options.ts';
import { tooBig } from './store/spool.ts';

// A file as the outside sees it.

const presentMedia = (row: MediaRow): Media => ({
  id: toPublicId('media', row.id),
  direction: row.direction,
  state: row.state,
  mime_type: row.mime_type,
  bytes: row.bytes === null ? null : Number(row.bytes),
  sha256: row.sha256,
  filename: row.filename,
  voice: row.is_voice,
  usable_for: [...row.usable_for],
  message_id: row.message_id && toPublicId('message', row.message_id),
  created_at: timeOfUuid(row.id).toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const urlMilliseconds = 45_000;
/** For the rest of a file that is refused. */
const lingerMilliseconds = 3_000;

/** The bytes are looked at as they come, and refused by their own codes. */
const uploadBody = {
  content: {
    'application/json': { schema: refTo(MediaFromUrl) },
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: 'A form with the file in its field `file`.',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
    'application/octet-stream': {
      schema: { contentMediaType: 'application/octet-stream', description: 'The file itself.' },
    },
  },
};

const receive = async (
  options: MediaRoutesOptions,
  request: FastifyRequest<{ Querystring: MediaUploadQuery }>,
  companyId: string,
): Promise<MediaRow> => {
  const body = request.body as Readable;
  if (Number(request.headers['content-length'] ?? 0) > mediaBytesMax + 65_536) throw tooBig(mediaBytesMax);
  const stream = patiently(
    request.raw.socket,
    bodyPieces(body),
    (detail) => new AppError('request_timeout', { detail }),
  );
  const contentType = request.headers['content-type'] ?? '';
  const filename = cleanFilename(request.query.filename);
  const file = await readUpload(options.spool, { stream, contentType, filename });
  try {
    const { head, bytes } = file.spooled;
    const facts = await identifyFile({ head, bytes, declared: file.declared, filename: file.filename });
    return await keepFile(options, file.spooled, { companyId, filename: file.filename, ...facts });
  } finally {
    await options.spool.discard(file.spooled);
  }
};

const upload = async (
  options: MediaRoutesOptions,
  request: FastifyRequest<{ Querystring: MediaUploadQuery }>,
): Promise<MediaRow> => {
  const companyId = options.companyIdOf(request.incoming);
  const leave = options.places.enter(companyId);
  try {
    if (request.body instanceof Readable) return await receive(options, request, companyId);
    if (request.body === undefined || request.body === null) throw new AppError('media_empty');
    const { url, filename = null } = request.body as MediaFromUrl;
    return await fetchUrl(options, { companyId, url, filename, timeoutMilliseconds: urlMilliseconds });
  } catch (error) {
    // While it has its place: callers who are refused one could bring bytes without end.
    if (request.body instanceof Readable) await discardRest(request.raw, lingerMilliseconds);
    throw error;
  } finally {
    leave();
  }
};

const registerUploadRoute = (server: FastifyInstance, options: MediaRoutesOptions): void => {
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.post<{ Querystring: MediaUploadQuery }>(
    '/api/v1/media',
    {
      schema: {
        operationId: 'uploadMedia',
        tags,
        summary: 'Upload a file, or have it fetched from an address',
        description:
          'The body is the file itself with its content type and `?filename=`, a form with the field `file`, or JSON with the `url` of the file. Its type is found from its bytes. Up to 100 MB.',
        querystring: MediaUploadQuery,
        body: uploadBody,
        response: {
          201: { description: 'The file is here.', ...refTo(Media) },
          ...problemResponses(
            ...bodyCodes,
            'text_too_long',
            'media_empty',
            'media_too_big',
            'media_type_mismatch',
            'media_fetch_failed',
            'media_quota_reached',
            'media_store_unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      try {
        return await reply.code(201).send(presentMedia(await upload(options, request)));
      } catch (error) {
        // The rest of the file is not read.
        if (request.body instanceof Readable && !request.raw.complete) reply.header('connection', 'close');
        throw error;
      }
    },
  );
};

const registerDeleteRoute = (server: FastifyInstance, { pool, companyIdOf }: MediaRoutesOptions): void => {
  server.delete<WithId>(
    '/api/v1/media/:id',
    {
      schema: {
        operationId: 'deleteMedia',
        tags,
        summary: 'Delete a file',
        description: 'Messages that still wait to be sent with it fail.',
        params,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses('media_not_found', 'invalid_id', ...strayBodyCodes),
        },
      },
    },
    async ({ params: { id }, incoming }, reply) => {
      if (!(await deleteMedia(pool, { companyId: companyIdOf(incoming), id: readId('media', id) }))) {
        throw new AppError('media_not_found');
      }
      return reply.code(204).send();
    },
  );
};

const registerReadRoutes = (server: FastifyInstance, options: MediaRoutesOptions): void => {
  const { pool, companyIdOf, quotaBytes } = options;
  server.get<{ Querystring: MediaQuery }>(
    '/api/v1/media',
    {
      schema: {
        operationId: 'listMedia',
        tags,
        summary: 'List files, newest first',
        querystring: MediaQuery,
        response: {
          200: MediaPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async ({ query, incoming }) => {
      const range = toIdRange('media', query);
      const rows = await listMedia(pool, companyIdOf(incoming), range, {
        direction: query.direction ?? null,
        sha256: query.sha256 ?? null,
      });
      return toPage('media', rows, range.limit, presentMedia);
    },
  );

  server.get(
    '/api/v1/media/usage',
    {
      schema: {
        operationId: 'getMediaUsage',
        tags,
        summary: 'How much room the files of the company take',
        response: { 200: refTo(MediaUsage), ...problemResponses() },
      },
    },
    async ({ incoming }): Promise<MediaUsage> => ({
      ...(await readUsage(pool, companyIdOf(incoming))),
      quota_bytes: quotaBytes,
      file_bytes_max: mediaBytesMax,
    }),
  );

  server.get<WithId>(
    '/api/v1/media/:id',
    {
      schema: {
        operationId: 'getMedia',
        tags,
        summary: 'Read about one file',
        params,
        response: { 200: refTo(Media), ...problemResponses('media_not_found', 'invalid_id') },
      },
    },
    async ({ params: { id }, incoming }) =>
      presentMedia(await findOne(pool, { companyId: companyIdOf(incoming), id: readId('media', id) })),
  );
};

export const registerMediaRoutes = (server: FastifyInstance, options: MediaRoutesOptions): void => {
  for (const schema of [Media, MediaFromUrl, MediaLink, MediaUsage]) server.addSchema(schema);
  // Its own scope: nowhere else may a body be a file.
  server.register(async (uploads) => registerUploadRoute(uploads, options));
  registerReadRoutes(server, options);
  registerDeleteRoute(server, options);
  registerContentRoutes(server, options);
};
