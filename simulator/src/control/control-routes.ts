// The control API: everything about the simulated world that the Cloud API cannot do, for tests, screens and people
// with curl.
import type { FastifyError, FastifyInstance } from 'fastify';
import { templateCategories, templateQualities, templateStatuses } from '../account/template.ts';
import type { OpenConnections } from '../cloud/open-connections.ts';
import { presentTemplate } from '../cloud/template-routes.ts';
import type { Simulator } from '../simulator.ts';
import { faultRoutes } from './fault-routes.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { numberRoutes } from './number-routes.ts';
import { personRoutes } from './person-routes.ts';
import { ControlFailure, readFields } from './read-fields.ts';
import { readSettings } from './read-settings.ts';
import { snakeKeys } from './snake-case.ts';

export function controlRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): void {
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: { code: error.code, message: error.message } }),
  );
  numberRoutes(app, simulator);
  faultRoutes(app, simulator);
  ledgerRoutes(app, simulator, connections);
  personRoutes(app, simulator, connections);
  worldRoutes(app, simulator);
}

function worldRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get('/settings', () => snakeKeys(simulator.settings.all()));

  app.patch('/settings', (request) => {
    simulator.changeSettings(readSettings(request.body));
    return snakeKeys(simulator.settings.all());
  });

  app.patch('/templates/:id', (request) => {
    const { id } = request.params as { id: string };
    const template = simulator.templates.findById(id);
    if (!template) throw new ControlFailure(404, 'template_unknown', `There is no template ${id}.`);
    changeTemplate(simulator, id, request.body);
    return presentTemplate(template);
  });

  app.get('/webhooks', () => ({
    ...snakeKeys(simulator.webhooks.stats()),
    attempts: simulator.webhooks.attempts().map(snakeKeys),
  }));

  app.get('/stats', () => simulator.stats());

  app.post('/reset', (_request, reply) => {
    simulator.reset();
    return reply.code(204).send();
  });
}

/** As Meta changes a template on its own, and sends a webhook about it. */
function changeTemplate({ templates }: Simulator, id: string, body: unknown): void {
  const { status, reason, category, quality } = readFields(body, {
    status: 'string?',
    reason: 'string?',
    category: 'string?',
    quality: 'string?',
  });
  const newStatus = pick('status', templateStatuses, status);
  const newCategory = pick('category', templateCategories, category);
  const newQuality = pick('quality', templateQualities, quality);
  if (newStatus) templates.setStatus(id, newStatus, reason);
  if (newCategory) templates.setCategory(id, newCategory);
  if (newQuality) templates.setQuality(id, newQuality);
}

function pick<Word extends string>(
  name: string,
  words: readonly Word[],
  given: string | undefined,
): Word | undefined {
  const known = words.find((word) => word === given);
  if (given === undefined || known) return known;
  throw new ControlFailure(400, 'field_invalid', `${name} is one of ${words.join(', ')}.`);
}
