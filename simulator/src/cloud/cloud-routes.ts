// The Cloud API as Meta serves it, with a version in front of the path (`/v24.0/...`) and without.
import type { FastifyError, FastifyInstance } from 'fastify';
import { newTraceId } from '../dialects/meta-cloud/answers.ts';
import type { Simulator } from '../simulator.ts';
import { accountRoutes } from './account-routes.ts';
import { GraphFailure, tokenOf } from './authorize.ts';
import { type GraphError, graphError, graphErrorBody, tokenError } from './graph-error.ts';
import { mediaRoutes } from './media-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { objectRoutes } from './object-routes.ts';
import type { OpenConnections } from './open-connections.ts';
import { sampleRoutes } from './sample-routes.ts';
import { templateRoutes } from './template-routes.ts';

export async function cloudRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  const { prefix } = app;
  app.setErrorHandler((error: FastifyError | GraphFailure, _request, reply) => {
    const failure = error instanceof GraphFailure ? error.graphError : unexpected(error);
    const traceId = newTraceId();
    return reply
      .code(failure.status)
      .header('x-fb-trace-id', traceId)
      .type('application/json; charset=UTF-8')
      .send(JSON.stringify(graphErrorBody(failure, traceId)));
  });

  // Before a body is read: a caller with an unknown token gets none of our memory.
  app.addHook('onRequest', (request, _reply, done) => {
    const isKnown =
      request.method === 'GET' || request.is404 || simulator.numbers.isKnownToken(tokenOf(request));
    done(isKnown ? undefined : new GraphFailure(tokenError()));
  });

  for (const version of ['', '/:version(^v[0-9]+\\.[0-9]+$)']) {
    await app.register(
      async (scope) => {
        messageRoutes(scope, simulator, connections);
        mediaRoutes(scope, simulator);
        templateRoutes(scope, simulator);
        sampleRoutes(scope, simulator);
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
