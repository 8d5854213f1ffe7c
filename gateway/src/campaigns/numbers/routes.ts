// HTTP out for the numbers of a campaign.

import { CampaignStatistics, CampaignStatisticsQuery } from '@hudhud/contract/campaign-statistics.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type { WithId } from '../../platform/http/read-id.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { requireCampaign } from '../drafts.ts';
import { type CampaignRoutesOptions, keyOfRequest, params, queryCodes, tags } from '../route-options.ts';
import { readCampaignStatistics } from './read-statistics.ts';

export const registerNumbersRoutes = (server: FastifyInstance, options: CampaignRoutesOptions): void => {
  server.addSchema(CampaignStatistics);
  server.get<WithId & { Querystring: CampaignStatisticsQuery }>(
    '/api/v1/campaigns/:id/statistics',
    {
      schema: {
        operationId: 'getCampaignStatistics',
        tags,
        summary: 'Counts, rates, reasons and times of a campaign',
        params,
        querystring: CampaignStatisticsQuery,
        response: {
          200: refTo(CampaignStatistics),
          ...problemResponses(...queryCodes),
        },
      },
    },
    async (request) => {
      const key = keyOfRequest(options, request);
      await requireCampaign(options.pool, key);
      return await readCampaignStatistics(options.pool, key, request.query);
    },
  );
};
