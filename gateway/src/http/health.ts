// Probes for an operator's tools: is it alive, can it work, how is it doing.

import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics.ts';

export interface HealthOptions {
  readonly metrics: Metrics;
  /** The roles of this process. */
  readonly roles: readonly string[];
  /** Resolves when the gateway can do its work; rejects with the reason when it cannot. */
  readonly checkReady: () => Promise<void>;
  /** Problems that do not stop the gateway yet, as sentences. */
  readonly warnings?: () => readonly string[];
}

/**
 * Only the address as it is written answers. A proxy that keeps `/metrics` inside compares text, and would pass on
 * `/metrics/` or `/%6detrics`, which the router takes for the same.
 */
const refuseOtherSpellings = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    const path = request.url.split('?', 1)[0];
    done(path === request.routeOptions.url ? undefined : new AppError('route_not_found'));
  });
};

const registerRoutes = (server: FastifyInstance, options: HealthOptions): void => {
  refuseOtherSpellings(server);
  server.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  server.get<{ Querystring: { role?: string } }>(
    '/readyz',
    { schema: { hide: true } },
    async (request, reply) => {
      const { roles } = options;
      const { role } = request.query;
      try {
        if (role !== undefined && !roles.includes(role))
          throw new Error(`This process does not have the role ${JSON.stringify(role)}.`);
        await options.checkReady();
        const warnings = options.warnings?.() ?? [];
        return { status: 'ready', roles, ...(warnings.length > 0 && { warnings }) };
      } catch (error) {
        reply.code(503).header('retry-after', 1);
        return { status: 'not ready', roles, reason: error instanceof Error ? error.message : String(error) };
      }
    },
  );

  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(options.metrics.registry.contentType);
    return await options.metrics.registry.metrics();
  });
};

export const registerHealth = async (server: FastifyInstance, options: HealthOptions): Promise<void> => {
  await server.register(async (inner) => registerRoutes(inner, options));
};
