// HTTP in and out for the company's numbers.

import { refTo } from '@hudhud/contract/ref-to.ts';
import { Statistics, StatisticsQuery } from '@hudhud/contract/statistics.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { fieldCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { readStatistics } from './read-statistics.ts';

export interface StatisticsRoutesOptions {
  readonly pool: pg.Pool;
  readonly companyOf: (incoming: IncomingRequest) => { readonly id: string; readonly timezone: string };
}

export const registerStatisticsRoutes = (
  server: FastifyInstance,
  { pool, companyOf }: StatisticsRoutesOptions,
): void => {
  server.addSchema(Statistics);
  server.get<{ Querystring: StatisticsQuery }>(
    '/api/v1/statistics',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getStatistics',
        tags: ['Statistics'],
        summary: 'Count the messages by day or hour',
        querystring: StatisticsQuery,
        response: {
          200: refTo(Statistics),
          ...problemResponses(...fieldCodes),
        },
      },
    },
    (request) => readStatistics(pool, companyOf(request.incoming), request.query),
  );
};
