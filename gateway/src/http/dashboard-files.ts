// Serves the built dashboard. Its own addresses all get the one page it consists of; everything else that no route
// answers is not found.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Scripts only from us. Styles inline too, because the component kit sets them at run time. Pictures, sounds and videos also
 * from the page itself (`blob:`): a file is shown before it is uploaded. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Beside those of every answer (`security-headers.ts`). */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
};

/** Names under assets/ carry a hash of their content, so they may be kept for ever; the page itself never. */
const setHeaders = (reply: FastifyReply, path: string): void => {
  reply.headers(pageHeaders);
  const isHashed = path.includes('/assets/');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
};

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');

/** One route for all of them: with two for each of these 800 files a start took a quarter of a second longer. */
const serveAssets = (server: FastifyInstance, folder: string): void => {
  const names = new Set(readdirSync(join(folder, 'assets')));
  server.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    return names.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
  });
};

export const registerDashboard = async (
  server: FastifyInstance,
  folder: string,
  answerNotFound: (request: FastifyRequest, reply: FastifyReply) => void,
): Promise<void> => {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['assets/**'],
      cacheControl: false,
      preCompressed: true,
      setHeaders,
    });
    serveAssets(server, folder);
  }
  server.setNotFoundHandler((request, reply) => {
    if (isBuilt && wantsPage(request)) return reply.sendFile('index.html');
    return answerNotFound(request, reply);
  });
};
