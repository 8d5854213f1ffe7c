// The program behind the API reference. It comes with the package as a text of four megabytes inside a Fastify plugin, so
// it is loaded and compressed only when the first person opens the page, and then kept compressed.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fastify } from 'fastify';

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

export const compressedReferenceScript = (): Promise<Buffer> => {
  compressed ??= readFromPlugin().then((script) => compress(script));
  return compressed;
};
