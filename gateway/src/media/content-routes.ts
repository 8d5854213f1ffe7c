// HTTP out for the bytes of files: by credentials, and by signed addresses that need none.

import { MediaLink, MediaLinkQuery } from '@hudhud/contract/media.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { readId, type WithId } from '../platform/http/read-id.ts';
import { fieldCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { nameFor } from './files/filename.ts';
import { sendContent } from './files/send-content.ts';
import { findOne, findStored } from './find-stored.ts';
import { type MediaRoutesOptions, params, tags } from './route-options.ts';

export const registerContentRoutes = (server: FastifyInstance, options: MediaRoutesOptions): void => {
  const { pool, store, links, companyIdOf } = options;
  server.get<WithId>(
    '/api/v1/media/:id/content',
    {
      schema: {
        operationId: 'downloadMedia',
        tags,
        summary: 'The file itself',
        description:
          'Takes `Range`. A file of an incoming message that is still on its way is waited for, up to 20 seconds.',
        params,
        response: {
          200: { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } },
          206: { description: 'A part of it.', content: { 'application/octet-stream': { schema: {} } } },
          304: { description: 'It is what the caller has.', type: 'null' },
          ...problemResponses(
            'media_not_found',
            'media_gone',
            'media_not_ready',
            'media_range_invalid',
            'media_store_unavailable',
            'invalid_id',
          ),
        },
      },
    },
    async (request: FastifyRequest<WithId>, reply: FastifyReply) => {
      const key = { companyId: companyIdOf(request.incoming), id: readId('media', request.params.id) };
      return await sendContent(store, await findStored(pool, key), request, reply);
    },
  );

  server.get<WithId & { Querystring: MediaLinkQuery }>(
    '/api/v1/media/:id/link',
    {
      schema: {
        operationId: 'getMediaLink',
        tags,
        summary: 'An address of the file that needs no credentials',
        params,
        querystring: MediaLinkQuery,
        response: {
          200: refTo(MediaLink),
          ...problemResponses('media_not_found', 'invalid_id', ...fieldCodes),
        },
      },
    },
    async ({ params: { id }, query, incoming }): Promise<MediaLink> => {
      const row = await findOne(pool, { companyId: companyIdOf(incoming), id: readId('media', id) });
      const file = { companyId: row.company_id, id: row.id, filename: nameFor(row.filename, row.mime_type) };
      const { url, expiresAt } = links.make(file, query.seconds ?? 3_600);
      return { url, expires_at: expiresAt.toISOString() };
    },
  );
};

/** The addresses that need no credentials, outside of the API: a client that has one was given it. */
export const registerMediaLinks = (
  server: FastifyInstance,
  { pool, store, links, places }: Pick<MediaRoutesOptions, 'pool' | 'store' | 'links' | 'places'>,
): void => {
  server.get<{ Params: { id: string; filename: string }; Querystring: Record<string, string> }>(
    '/media/:id/:filename',
    { schema: { hide: true } },
    async (request, reply) => {
      const { company = '', expires = '', signature = '' } = request.query;
      const file = links.read({ ...request.params, company, expires, signature });
      if (!file) throw new AppError('media_link_invalid');
      const leave = places.enterReader(file.companyId);
      reply.raw.once('close', leave);
      return await sendContent(store, await findStored(pool, file), request, reply, file.filename);
    },
  );
};
