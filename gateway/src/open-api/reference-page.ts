// The API reference at /docs: a page, the program that draws it, and a few lines that start it. All of it is ours to serve,
// nothing is fetched from elsewhere, and no script stands in the page itself.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';

// The program behind the API reference. It comes with the package as a text of four megabytes inside a Fastify plugin, so
// it is loaded and compressed only when the first person opens the page, and then kept compressed.

const compress = promisify(gzip);

/** The plugin hands out its text by its own route only. */
const readFromPlugin = async (): Promise<Buffer> => {
  const { default: fastifyApiReference } = await import('@scalar/fastify-api-reference');
  const carrier = fastify();
  await carrier.register(fastifyApiReference, {
    routePrefix: '/reference',
    configuration: { url: '/openapi.json' },
  });
  const { rawPayload } = await carrier.inject('/reference/js/scalar.js');
  await carrier.close();
  return rawPayload;
};

let compressed: Promise<Buffer> | undefined;

const compressedReferenceScript = (): Promise<Buffer> => {
  compressed ??= readFromPlugin().then((script) => compress(script));
  return compressed;
};

/** Styles are set by the program while it draws. Requests to try something go to this gateway, and nowhere else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Hudhud</title><link rel="icon" href="/favicon.svg"></head>
<body><div id="app"></div><script src="/docs/reference.js"></script><script src="/docs/start.js"></script></body></html>
`;

/** "Try it" requests go to the address the page was opened at, not to the gateway's configured public address. */
const startScript = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  servers: [{ url: location.origin, description: 'This gateway' }],
  authentication: { preferredSecurityScheme: [['token', 'companyId']] },
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'API reference · Hudhud' },
});
`;

const sendText = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.headers(securityHeaders).header('cache-control', 'no-cache').type(type).send(text);

export const registerReference = (server: FastifyInstance, version: string): void => {
  const hidden = { schema: { hide: true } };
  const tag = `"${createHash('sha256').update(version).update(startScript).digest('base64url').slice(0, 16)}"`;
  server.get('/docs', hidden, (_request, reply) => sendText(reply, 'text/html; charset=utf-8', page));
  server.get('/docs/start.js', hidden, (_request, reply) =>
    sendText(reply, 'text/javascript; charset=utf-8', startScript),
  );
  server.get('/docs/reference.js', hidden, async (request, reply) => {
    reply.headers(securityHeaders).header('cache-control', 'no-cache').header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .send(await compressedReferenceScript());
  });
};
