// HTTP in and out for steering campaigns: pre-flight, start, pause, resume, cancel, and new drafts from old campaigns.

import { Campaign, Preflight, RetryCampaign, StartCampaign } from '@hudhud/contract/campaigns.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type { Company } from '../companies/directory.ts';
import type { WithId } from '../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import type { CampaignKey } from './campaign-row.ts';
import { duplicateCampaign, requireCampaign, retryCampaign } from './drafts.ts';
import { currentAudience, runPreflight } from './preflight.ts';
import { type CampaignRoutesOptions, keyOfRequest, params, tags } from './route-options.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign, startCampaign } from './steer.ts';

type Read = (company: Company, key: CampaignKey) => Promise<Campaign>;

const registerStartRoutes = (server: FastifyInstance, options: CampaignRoutesOptions, read: Read): void => {
  const { pool, companyOf } = options;
  server.post<WithId>(
    '/api/v1/campaigns/:id/preflight',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'preflightCampaign',
        tags,
        summary: 'See what would happen if the campaign were started now',
        params,
        response: {
          200: refTo(Preflight),
          ...problemResponses(...strayBodyCodes, 'campaign_not_found', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const row = await requireCampaign(pool, keyOfRequest(options, request));
      const audience = await currentAudience(pool, row);
      return await runPreflight(pool, options, { ...row, audience }, companyOf(request.incoming).timezone);
    },
  );

  server.post<WithId & { Body: StartCampaign }>(
    '/api/v1/campaigns/:id/start',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'startCampaign',
        tags,
        summary: 'Start a draft, now or at its scheduled time',
        params,
        body: refTo(StartCampaign),
        response: {
          200: refTo(Campaign),
          ...problemResponses(
            ...bodyCodes,
            'campaign_not_found',
            'campaign_state',
            'campaign_not_ready',
            'campaign_has_problems',
            'media_not_found',
            'media_type_not_allowed',
            'trial_expired',
            'invalid_id',
          ),
        },
      },
    },
    async (request) => {
      const key = keyOfRequest(options, request);
      const company = companyOf(request.incoming);
      await startCampaign(options, company, key, request.body.exclude ?? []);
      return await read(company, key);
    },
  );
};

const registerStepRoutes = (server: FastifyInstance, options: CampaignRoutesOptions, read: Read): void => {
  const { companyOf } = options;
  const register = (
    step: 'pause' | 'resume' | 'cancel',
    summary: string,
    take: (company: Company, key: CampaignKey) => Promise<void>,
  ): void => {
    server.post<WithId>(
      `/api/v1/campaigns/:id/${step}`,
      {
        config: { role: 'operator' },
        schema: {
          operationId: `${step}Campaign`,
          tags,
          summary,
          params,
          response: {
            200: refTo(Campaign),
            ...problemResponses(
              ...strayBodyCodes,
              'campaign_not_found',
              'campaign_state',
              'trial_expired',
              'sender_missing',
              'invalid_id',
            ),
          },
        },
      },
      async (request) => {
        const key = keyOfRequest(options, request);
        const company = companyOf(request.incoming);
        await take(company, key);
        return await read(company, key);
      },
    );
  };
  register('pause', 'Pause a campaign: nothing more goes out', (_company, key) =>
    pauseCampaign(options, key),
  );
  register('resume', 'Go on with a paused campaign where it stopped', (company, key) =>
    resumeCampaign(options, company, key),
  );
  register('cancel', 'End a campaign for good; who still waits gets nothing', (_company, key) =>
    cancelCampaign(options, key),
  );
};

const registerCopyRoutes = (server: FastifyInstance, options: CampaignRoutesOptions, read: Read): void => {
  const { pool, companyOf } = options;
  server.post<WithId>(
    '/api/v1/campaigns/:id/duplicate',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'duplicateCampaign',
        tags,
        summary: 'Make a new draft with the same text and audience',
        params,
        response: {
          201: { description: 'The new draft.', ...refTo(Campaign) },
          ...problemResponses(...strayBodyCodes, 'campaign_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const { companyId, id: from } = keyOfRequest(options, request);
      const id = await duplicateCampaign(pool, await requireCampaign(pool, { companyId, id: from }));
      return reply.code(201).send(await read(companyOf(request.incoming), { companyId, id }));
    },
  );

  server.post<WithId & { Body: RetryCampaign }>(
    '/api/v1/campaigns/:id/retry',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'retryCampaign',
        tags,
        summary: 'Make a new draft for those whom the campaign did not reach',
        params,
        body: refTo(RetryCampaign),
        response: {
          201: { description: 'The new draft.', ...refTo(Campaign) },
          ...problemResponses(...bodyCodes, 'campaign_not_found', 'campaign_state', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const { companyId, id: from } = keyOfRequest(options, request);
      const id = await retryCampaign(
        pool,
        await requireCampaign(pool, { companyId, id: from }),
        request.body,
      );
      return reply.code(201).send(await read(companyOf(request.incoming), { companyId, id }));
    },
  );
};

export const registerSteerRoutes = (
  server: FastifyInstance,
  options: CampaignRoutesOptions,
  read: Read,
): void => {
  for (const schema of [Preflight, StartCampaign, RetryCampaign]) server.addSchema(schema);
  registerStartRoutes(server, options, read);
  registerStepRoutes(server, options, read);
  registerCopyRoutes(server, options, read);
};
