// Hands out the Postman collection of the repository at /postman.json, with the address of this gateway filled in.

import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

const file = new URL('../../postman/hudhud.postman_collection.json', import.meta.url);

const withAddress = (collection: Collection, address: string): Collection => ({
  ...collection,
  variable: collection.variable.map((variable) =>
    variable.key === 'baseUrl' ? { ...variable, value: address } : variable,
  ),
});

export const registerPostman = (server: FastifyInstance, publicUrl: () => string): void => {
  server.get('/postman.json', { schema: { hide: true } }, async (_request, reply) => {
    const collection = JSON.parse(readFileSync(file, 'utf8')) as Collection;
    const address = publicUrl().replace(/\/$/, '');
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="hudhud.postman_collection.json"')
      .send(JSON.stringify(withAddress(collection, address), null, 2));
  });
};
