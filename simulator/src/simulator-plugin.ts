// The simulator as a Fastify plugin: the Cloud API under its prefix, the control API under `<prefix>/control`. It is
// encapsulated: parsers, error and not-found handlers are its own and leave the server around it alone.
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { cloudRoutes } from './cloud/cloud-routes.ts';
import { createOpenConnections } from './cloud/open-connections.ts';
import { controlRoutes } from './control/control-routes.ts';
import type { Simulator } from './create-simulator.ts';

export interface SimulatorPluginOptions {
  simulator: Simulator;
  /** Runs before every control request and refuses by throwing or answering; open to all when left out. */
  guardControl?: preHandlerAsyncHookHandler;
  /** False leaves the control API out. */
  control?: boolean;
}

export const simulatorPlugin: FastifyPluginAsync<SimulatorPluginOptions> = async (app, options) => {
  const { simulator, guardControl, control = true } = options;
  const connections = createOpenConnections();
  useOwnParsers(app);
  app.setNotFoundHandler(answerNotFound);
  // Before a body is read: what is not there does not need one.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerNotFound(request, reply);
  });
  app.addHook('preClose', async () => connections.cut());

  await app.register(async (scope) => cloudRoutes(scope, simulator, connections));
  if (!control) return;
  await app.register(
    async (scope) => {
      if (guardControl) scope.addHook('preHandler', guardControl);
      controlRoutes(scope, simulator, connections);
    },
    { prefix: '/control' },
  );
};

function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({
    error: {
      message: `Unknown path components: ${request.url.split('?')[0]}`,
      type: 'OAuthException',
      code: 2500,
    },
  });
}

function useOwnParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // Some clients name the type on requests without a body.
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
