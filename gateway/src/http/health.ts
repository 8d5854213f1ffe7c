// What an operator's tools ask: is it alive, can it work, how is it doing.

import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';

export interface HealthOptions {
  readonly metrics: Metrics;
  /** Resolves when the gateway can do its work; rejects with the reason when it cannot. */
  readonly checkReady: () => Promise<void>;
  /** What works today and will not for ever, as sentences. */
  readonly warnings?: () => readonly string[];
}

export const registerHealth = (server: FastifyInstance, options: HealthOptions): void => {
  server.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  server.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await options.checkReady();
      const warnings = options.warnings?.() ?? [];
      return { status: 'ready', ...(warnings.length > 0 && { warnings }) };
    } catch (error) {
      reply.code(503).header('retry-after', 1);
      return { status: 'not ready', reason: error instanceof Error ? error.message : String(error) };
    }
  });

  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(options.metrics.registry.contentType);
    return await options.metrics.registry.metrics();
  });
};
