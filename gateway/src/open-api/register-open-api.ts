// Describes the API at /openapi.json, from the schemas of the routes themselves; and hands it out in two more forms, as a
// page to read and as a Postman collection.

import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { finishDocument } from './finish-document.ts';
import type { OpenApiDocument } from './open-api-document.ts';
import { registerPostman } from './postman-collection.ts';
import { registerReference } from './reference-page.ts';

export interface OpenApiOptions {
  readonly version: string;
  readonly publicUrl: () => string;
}

const description = `Send WhatsApp messages, and see what became of them.

Every request carries two headers: \`Authorization: Bearer <token>\` and \`X-Company-ID: <company id>\`. Bodies are JSON.
Errors are [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problems with a stable \`code\`; \`/docs/errors\` explains each.
Lists are read newest first, a page at a time, with \`cursor\`. Further fields may be added to answers and events at any
time; unknown fields of a request are refused by name.`;

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The security token of your company.' },
  companyId: { type: 'apiKey', in: 'header', name: 'X-Company-ID', description: 'The id of your company.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'hudhud_session',
    description:
      'A signed-in user; on https the name is `__Host-hudhud_session`. What changes something also needs `X-Hudhud-Client: dashboard`.',
  },
} as const;

export const registerOpenApi = async (server: FastifyInstance, options: OpenApiOptions): Promise<void> => {
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hudhud',
        version: options.version,
        description,
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      components: { securitySchemes },
      security: [{ token: [], companyId: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });
  let finished: { readonly address: string; readonly text: string } | null = null;
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    const address = options.publicUrl().replace(/\/$/, '');
    if (finished?.address !== address) {
      const document = finishDocument(server.swagger() as unknown as OpenApiDocument, address);
      finished = { address, text: JSON.stringify(document) };
    }
    return reply.type('application/json; charset=utf-8').send(finished.text);
  });
  registerReference(server, options.version);
  registerPostman(server, options.publicUrl);
};
