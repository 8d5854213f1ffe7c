// HTTP in and out for costs: what was spent, and the operator's rates.

import { CostQuery, Costs, RateImport, RateList, RatesImported } from '@hudhud/contract/costs.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { bodyCodes, fieldCodes } from '../platform/http/request-codes.ts';
import { securityOf } from '../platform/http/route-access.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { importRates } from './import-rates.ts';
import { listRates } from './queries.ts';
import { readCostsOf } from './read-costs.ts';

export interface CostRoutesOptions {
  readonly pool: pg.Pool;
  readonly companyOf: (incoming: IncomingRequest) => { readonly id: string; readonly timezone: string };
  /** Refuses callers that are not the operator of this gateway. */
  readonly requireOperator: (incoming: IncomingRequest) => void;
}

const tags = ['Costs'];

export const registerCostRoutes = (server: FastifyInstance, options: CostRoutesOptions): void => {
  const { pool } = options;
  for (const schema of [Costs, RateImport, RatesImported]) server.addSchema(schema);

  server.get<{ Querystring: CostQuery }>(
    '/api/v1/costs',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getCosts',
        tags,
        summary: 'Read what messages have cost, by day, sender, campaign, template, country or category',
        querystring: CostQuery,
        response: { 200: refTo(Costs), ...problemResponses(...fieldCodes) },
      },
    },
    (request) => readCostsOf(pool, options.companyOf(request.incoming), request.query),
  );

  server.get(
    '/api/v1/costs/rates',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listRates',
        tags,
        summary: 'List what a message costs, by country and category',
        response: { 200: RateList, ...problemResponses() },
      },
    },
    async () => ({ data: await listRates(pool) }),
  );

  server.post<{ Body: RateImport }>(
    '/api/v1/operator/rates',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'importRates',
        tags: ['Operator'],
        summary: 'Import a table of rates',
        security: securityOf.user,
        body: refTo(RateImport),
        response: {
          200: refTo(RatesImported),
          ...problemResponses('operator_required', 'invalid_rates', ...bodyCodes),
        },
      },
    },
    async (request) => {
      options.requireOperator(request.incoming);
      return await importRates(pool, request.body.csv);
    },
  );
};
