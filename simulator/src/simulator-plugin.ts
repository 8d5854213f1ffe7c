// The simulator as a Fastify plugin: one dialect under its prefix (the Cloud API unless configured), every dialect under
// `<prefix>/<its name>`, the control API under `<prefix>/control`. It is encapsulated: parsers, error and not-found handlers are its own and leave the server around it alone.
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { createOpenConnections } from './cloud/open-connections.ts';
import { controlRoutes } from './control/control-routes.ts';
import { dialects, findDialect } from './dialects/registry.ts';
import type { Simulator } from './simulator.ts';

export interface SimulatorPluginOptions {
  simulator: Simulator;
  /** Runs before every control request and refuses by throwing or answering; open to all when left out. */
  guardControl?: preHandlerAsyncHookHandler;
  /** False leaves the control API out. */
  control?: boolean;
  /** The name of the dialect that is spoken without a name in front of the path; `meta_cloud` when left out. */
  dialect?: string;
}

export const simulatorPlugin: FastifyPluginAsync<SimulatorPluginOptions> = async (app, options) => {
  const { simulator, guardControl, control = true } = options;
  const connections = createOpenConnections();
  useOwnParsers(app);
  app.setNotFoundHandler(answerNotFound);
  // Before a body is read: what is not there does not need one.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerNotFound(request, reply);
    else done();
  });
  app.addHook('preClose', async () => connections.cut());

  const first = findDialect(options.dialect ?? dialects[0].name);
  if (!first) throw new Error(`the simulator speaks no dialect ${options.dialect}`);
  await app.register(async (scope) => first.routes(scope, simulator, connections));
  for (const { name, routes } of dialects) {
    await app.register(async (scope) => routes(scope, simulator, connections), { prefix: `/${name}` });
  }
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
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
  for (const type of ['multipart/form-data', 'application/octet-stream']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
}
