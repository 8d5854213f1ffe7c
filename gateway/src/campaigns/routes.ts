// HTTP in and out for campaigns: drafts and lists. Steering them and what became of their people are in the files beside.

import {
  Audience,
  Campaign,
  CampaignChange,
  CampaignPage,
  CampaignQuery,
  NewCampaign,
} from '@hudhud/contract/campaigns.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type { Company } from '../companies/directory.ts';
import type { WithId } from '../platform/http/read-id.ts';
import { bodyCodes, pageCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import type { CampaignKey } from './campaign-row.ts';
import { changeDraft, createDraft, removeDraft, requireCampaign } from './drafts.ts';
import { sumStates } from './numbers/queries.ts';
import { registerNumbersRoutes } from './numbers/routes.ts';
import { presentCampaign, toNumbers } from './present.ts';
import { listCampaigns } from './queries.ts';
import { registerRecipientRoutes } from './recipients/routes.ts';
import { type CampaignRoutesOptions, keyOfRequest, params, tags } from './route-options.ts';
import { registerSteerRoutes } from './steer-routes.ts';

const readCampaign = async (
  { pool }: CampaignRoutesOptions,
  company: Company,
  key: CampaignKey,
): Promise<Campaign> => {
  const row = await requireCampaign(pool, key);
  const numbers = toNumbers(await sumStates(pool, key.companyId, [key.id]));
  return presentCampaign(row, company.timezone, numbers.get(key.id));
};

/** Refusals of a draft, besides the form of its body. */
const draftCodes = [
  'text_empty',
  'text_too_long',
  'wrong_count',
  'repeated_value',
  'missing_field',
  'unknown_message_type',
  'media_not_found',
  'media_type_not_allowed',
  'media_too_big',
  'media_fetch_failed',
  'placeholder_unresolved',
  'unknown_sender',
  'unknown_segment',
  'unknown_country',
  'invalid_schedule',
  'invalid_id',
  'contact_field_invalid',
  'campaign_file_unreadable',
  'campaign_file_too_large',
] as const;

const registerReadRoutes = (server: FastifyInstance, options: CampaignRoutesOptions): void => {
  const { pool, companyOf } = options;
  server.get<{ Querystring: CampaignQuery }>(
    '/api/v1/campaigns',
    {
      schema: {
        operationId: 'listCampaigns',
        tags,
        summary: 'List the campaigns with their numbers, newest first',
        querystring: CampaignQuery,
        response: {
          200: CampaignPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const company = companyOf(request.incoming);
      const range = toIdRange('campaigns', request.query);
      const rows = await listCampaigns(pool, company.id, range, request.query.state ?? null);
      const ids = rows.map(({ id }) => id);
      const numbers = toNumbers(ids.length > 0 ? await sumStates(pool, company.id, ids) : []);
      return toPage('campaigns', rows, range.limit, (row) =>
        presentCampaign(row, company.timezone, numbers.get(row.id)),
      );
    },
  );

  server.get<WithId>(
    '/api/v1/campaigns/:id',
    {
      schema: {
        operationId: 'getCampaign',
        tags,
        summary: 'Read one campaign with its numbers',
        params,
        response: { 200: refTo(Campaign), ...problemResponses('campaign_not_found', 'invalid_id') },
      },
    },
    (request) => readCampaign(options, companyOf(request.incoming), keyOfRequest(options, request)),
  );
};

const registerDraftRoutes = (server: FastifyInstance, options: CampaignRoutesOptions): void => {
  const { companyOf } = options;
  server.post<{ Body: NewCampaign }>(
    '/api/v1/campaigns',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'createCampaign',
        tags,
        summary: 'Make a draft of a campaign',
        body: refTo(NewCampaign),
        response: {
          201: { description: 'The draft is there.', ...refTo(Campaign) },
          ...problemResponses(...bodyCodes, ...draftCodes),
        },
      },
    },
    async (request, reply) => {
      const company = companyOf(request.incoming);
      const id = await createDraft(options, company.id, request.body);
      return reply.code(201).send(await readCampaign(options, company, { companyId: company.id, id }));
    },
  );

  server.patch<WithId & { Body: CampaignChange }>(
    '/api/v1/campaigns/:id',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'changeCampaign',
        tags,
        summary: 'Change a draft',
        params,
        body: refTo(CampaignChange),
        response: {
          200: refTo(Campaign),
          ...problemResponses(...bodyCodes, ...draftCodes, 'campaign_not_found', 'campaign_state'),
        },
      },
    },
    async (request) => {
      const key = keyOfRequest(options, request);
      await changeDraft(options, key, request.body);
      return await readCampaign(options, companyOf(request.incoming), key);
    },
  );

  server.delete<WithId>(
    '/api/v1/campaigns/:id',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'deleteCampaign',
        tags,
        summary: 'Delete a draft',
        params,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'campaign_not_found', 'campaign_state', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      await removeDraft(options.pool, keyOfRequest(options, request));
      return reply.code(204).send();
    },
  );
};

export const registerCampaignRoutes = (server: FastifyInstance, options: CampaignRoutesOptions): void => {
  for (const schema of [Audience, Campaign, CampaignChange, NewCampaign]) server.addSchema(schema);
  registerReadRoutes(server, options);
  registerDraftRoutes(server, options);
  registerSteerRoutes(server, options, (company, key) => readCampaign(options, company, key));
  registerRecipientRoutes(server, options);
  registerNumbersRoutes(server, options);
};
