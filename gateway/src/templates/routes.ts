// HTTP in and out for templates: the list, the history of each, making and changing them, and reading them again.

import { Failure } from '@hudhud/contract/failure.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  NewTemplate,
  Template,
  TemplateEdit,
  TemplateField,
  TemplateHistory,
  TemplatePage,
  TemplateQuery,
  TemplateSettings,
  TemplateSyncResult,
} from '@hudhud/contract/templates.ts';
import type { FastifyInstance } from 'fastify';
import { AppError, fieldProblem } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { bodyCodes, pageCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { type ChangeOptions, createTemplate, deleteTemplate, editTemplate } from './change-templates.ts';
import { normalLanguage } from './find-template.ts';
import { presentHistory, presentTemplate } from './present.ts';
import {
  findOtpTemplate,
  findTemplateRow,
  listChanges,
  listTemplates,
  saveOtpTemplate,
  type TemplateRow,
} from './queries.ts';
import type { TemplateSync } from './syncing/sync-templates.ts';
import { accountOf } from './template.ts';

export interface TemplateRoutesOptions extends ChangeOptions {
  readonly sync: Pick<TemplateSync, 'syncCompany'>;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const tags = ['Templates'];
const params = idParams('template');

const requireRow = async (
  { pool }: TemplateRoutesOptions,
  companyId: string,
  id: string,
): Promise<TemplateRow> => {
  const row = await findTemplateRow(pool, companyId, readId('template', id));
  if (!row) throw new AppError('template_id_unknown');
  return row;
};

const matches =
  ({ name, status, category, language }: TemplateQuery) =>
  (row: TemplateRow): boolean =>
    (name === undefined || row.name.includes(name.toLowerCase())) &&
    (status === undefined || row.status === status) &&
    (category === undefined || row.category === category) &&
    (language === undefined || normalLanguage(row.language) === normalLanguage(language));

const registerReadRoutes = (server: FastifyInstance, options: TemplateRoutesOptions): void => {
  const { pool, senders, companyIdOf } = options;

  server.get<{ Querystring: TemplateQuery }>(
    '/api/v1/templates',
    {
      schema: {
        operationId: 'listTemplates',
        tags,
        summary: 'List templates, those learned last first',
        querystring: TemplateQuery,
        response: {
          200: TemplatePage,
          ...problemResponses(...pageCodes, 'invalid_id'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const { query } = request;
      const range = toIdRange('templates', query);
      const known = await senders.find(companyId);
      const sender = known.find(({ publicId }) => publicId === query.sender_id);
      // An account has some hundred templates: they are filtered here, and cut into pages by their ids.
      const rows = (await listTemplates(pool, companyId))
        .filter(matches(query))
        .filter((row) => query.sender_id === undefined || (sender && accountOf(sender) === row.account))
        .filter(({ id }) => id >= range.from && id < range.below)
        .toSorted((one, two) => (one.id < two.id ? 1 : -1));
      return toPage('templates', rows.slice(0, range.limit + 1), range.limit, (row) =>
        presentTemplate(row, known),
      );
    },
  );

  server.get<WithId>(
    '/api/v1/templates/:id',
    {
      schema: {
        operationId: 'getTemplate',
        tags,
        summary: 'Read one template',
        params,
        response: { 200: refTo(Template), ...problemResponses('template_id_unknown', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const row = await requireRow(options, companyId, request.params.id);
      return presentTemplate(row, await senders.find(companyId));
    },
  );

  server.get<WithId>(
    '/api/v1/templates/:id/history',
    {
      schema: {
        operationId: 'listTemplateChanges',
        tags,
        summary: 'Read the history of a template',
        params,
        response: { 200: refTo(TemplateHistory), ...problemResponses('template_id_unknown', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const { id } = await requireRow(options, companyId, request.params.id);
      return presentHistory(await listChanges(pool, companyId, id));
    },
  );
};

const changeCodes = [
  ...bodyCodes,
  'template_invalid',
  'template_refused',
  'templates_not_carried',
  'media_not_found',
  'invalid_value',
] as const;

const registerChangeRoutes = (server: FastifyInstance, options: TemplateRoutesOptions): void => {
  const { senders, companyIdOf } = options;

  server.post<{ Body: NewTemplate }>(
    '/api/v1/templates',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createTemplate',
        tags,
        summary: 'Make a template and have it reviewed',
        body: refTo(NewTemplate),
        response: {
          201: refTo(Template),
          ...problemResponses(...changeCodes, 'template_exists', 'sender_missing', 'unknown_sender'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const row = await createTemplate(options, companyId, request.body);
      return reply.code(201).send(presentTemplate(row, await senders.find(companyId)));
    },
  );

  server.patch<WithId & { Body: TemplateEdit }>(
    '/api/v1/templates/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeTemplate',
        tags,
        summary: 'Change a template; it is reviewed again',
        params,
        body: refTo(TemplateEdit),
        response: {
          200: refTo(Template),
          ...problemResponses(...changeCodes, 'template_id_unknown', 'template_not_changeable', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const row = await editTemplate(options, companyId, readId('template', request.params.id), request.body);
      return presentTemplate(row, await senders.find(companyId));
    },
  );

  server.delete<WithId>(
    '/api/v1/templates/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'deleteTemplate',
        tags,
        summary: 'Delete a template at the provider',
        description: 'It stays in the list as deleted. WhatsApp keeps its name taken for 30 days.',
        params,
        response: {
          200: refTo(Template),
          ...problemResponses(
            ...bodyCodes,
            'template_id_unknown',
            'template_not_changeable',
            'template_refused',
            'templates_not_carried',
            'invalid_id',
          ),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const row = await deleteTemplate(options, companyId, readId('template', request.params.id));
      return presentTemplate(row, await senders.find(companyId));
    },
  );
};

const registerSyncRoute = (server: FastifyInstance, { sync, companyIdOf }: TemplateRoutesOptions): void => {
  server.post(
    '/api/v1/templates/sync',
    {
      schema: {
        operationId: 'syncTemplates',
        tags,
        summary: 'Read the templates of all senders from their providers now',
        response: { 200: refTo(TemplateSyncResult), ...problemResponses(...bodyCodes) },
      },
    },
    async (request): Promise<TemplateSyncResult> => {
      const outcomes = await sync.syncCompany(companyIdOf(request.incoming));
      return {
        data: outcomes.map((outcome) =>
          outcome.kind === 'synced'
            ? {
                account: outcome.account,
                templates: outcome.templates,
                changed: outcome.changed,
                error: null,
              }
            : { account: outcome.account, templates: 0, changed: 0, error: outcome.failure },
        ),
      };
    },
  );
};

const registerSettingsRoutes = (server: FastifyInstance, options: TemplateRoutesOptions): void => {
  const { pool, directory, companyIdOf } = options;

  server.get(
    '/api/v1/template-settings',
    {
      schema: {
        operationId: 'getTemplateSettings',
        tags,
        summary: 'How templates are used',
        response: { 200: refTo(TemplateSettings), ...problemResponses() },
      },
    },
    async (request): Promise<TemplateSettings> => ({
      otp_template: await findOtpTemplate(pool, companyIdOf(request.incoming)),
    }),
  );

  server.patch<{ Body: TemplateSettings }>(
    '/api/v1/template-settings',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeTemplateSettings',
        tags,
        summary: 'Choose the template for one-time codes',
        body: refTo(TemplateSettings),
        response: { 200: refTo(TemplateSettings), ...problemResponses(...bodyCodes, 'template_not_found') },
      },
    },
    async (request): Promise<TemplateSettings> => {
      const companyId = companyIdOf(request.incoming);
      const { otp_template: name } = request.body;
      const { all } = await directory.find(companyId);
      if (name !== null && !all.some((one) => one.name === name && one.category === 'authentication')) {
        const detail = `There is no authentication template "${name}".`;
        throw fieldProblem('template_not_found', { pointer: '/otp_template' }, detail);
      }
      await saveOtpTemplate(pool, companyId, name);
      directory.forget(companyId);
      return { otp_template: name };
    },
  );
};

export const registerTemplateRoutes = (server: FastifyInstance, options: TemplateRoutesOptions): void => {
  if (!server.getSchema('Failure')) server.addSchema(Failure);
  for (const schema of [
    TemplateField,
    Template,
    TemplateHistory,
    NewTemplate,
    TemplateEdit,
    TemplateSyncResult,
    TemplateSettings,
  ])
    server.addSchema(schema);
  registerReadRoutes(server, options);
  registerChangeRoutes(server, options);
  registerSyncRoute(server, options);
  registerSettingsRoutes(server, options);
};
