// The Cloud API as Meta serves it, with a version in front of the path (`/v24.0/...`) and without.
import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Simulator } from '../create-simulator.ts';
import { accountRoutes } from './account-routes.ts';
import { GraphFailure, requireToken } from './authorize.ts';
import { type GraphError, graphError, graphErrorBody } from './graph-error.ts';
import { mediaRoutes } from './media-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { objectRoutes } from './object-routes.ts';
import type { OpenConnections } from './open-connections.ts';
import { templateRoutes } from './template-routes.ts';

export async function cloudRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  const { prefix } = app;
  app.setErrorHandler((error: FastifyError | GraphFailure, _request, reply) => {
    const failure = error instanceof GraphFailure ? error.graphError : unexpected(error);
    const traceId = `A${randomBytes(16).toString('base64url')}`;
    return reply
      .code(failure.status)
      .header('x-fb-trace-id', traceId)
      .type('application/json; charset=UTF-8')
      .send(JSON.stringify(graphErrorBody(failure, traceId)));
  });

  // Before a body is read: a token that nobody has gets none of our memory.
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && !request.is404) requireToken(simulator, request);
  });

  for (const version of ['', '/:version(^v[0-9]+\\.[0-9]+$)']) {
    await app.register(
      async (scope) => {
        messageRoutes(scope, simulator, connections);
        mediaRoutes(scope, simulator);
        templateRoutes(scope, simulator);
        accountRoutes(scope, simulator);
        objectRoutes(scope, simulator, prefix);
      },
      { prefix: version },
    );
  }
}

/** A body that is not JSON, too big, or of a type Graph does not take. */
function unexpected(error: FastifyError): GraphError {
  const status = error.statusCode ?? 500;
  return status < 500 ? graphError(100, error.message) : { ...graphError(131000, error.message) };
}
