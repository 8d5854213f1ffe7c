// Shared parts of route schemas: named components, and the errors a route may answer.

// Teaches Fastify's schema type the words of OpenAPI (`operationId`, `tags`, ...).
import type {} from '@fastify/swagger';
import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** Several rooms show the same things; whichever is registered first brings the schema. */
export const addSchemaOnce = (server: FastifyInstance, schema: TSchema): void => {
  const { $id } = schema as { $id?: string };
  if ($id !== undefined && !server.getSchema($id)) server.addSchema(schema);
};

/** Every API route can fail in these ways. */
const commonCodes: readonly ErrorCode[] = [
  'invalid_credentials',
  'token_expired',
  'token_scope_missing',
  'token_network_refused',
  'not_signed_in',
  'company_suspended',
  'cross_site_refused',
  'not_a_member',
  'role_too_low',
  'request_timeout',
  'rate_limited',
  'too_many_open_requests',
  'internal_error',
  'overloaded',
  'store_unavailable',
];

/** A route that reads JSON can be sent JSON that is nested too deeply. */
const impliedBy = (codes: readonly ErrorCode[]): readonly ErrorCode[] =>
  codes.includes('invalid_json') ? ['json_too_deep'] : [];

/** The problem answers of a route, one entry per status, each listing its codes. */
export const problemResponses = (...codes: ErrorCode[]): Record<number, object> => {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes, ...impliedBy(codes), ...commonCodes]) {
    const { status } = errorCatalogue[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, statusCodes]) => [
      status,
      {
        description: statusCodes.map((code) => `\`${code}\`: ${errorCatalogue[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
      },
    ]),
  );
};
