// HTTP out for the operator of the gateway: which companies there are and on which plan. Never what they send.

import { OperatorCompanyPage, OperatorCompanyQuery } from '@hudhud/contract/companies.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { pageCompanies } from '../../companies/list-companies.ts';
import { AppError } from '../../platform/errors.ts';
import { filterCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { signedInOf } from '../signed-in.ts';

export const registerOperatorRoutes = (
  server: FastifyInstance,
  { pool }: { readonly pool: pg.Pool },
): void => {
  server.get<{ Querystring: OperatorCompanyQuery }>(
    '/api/v1/operator/companies',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listCompanies',
        tags: ['Operator'],
        summary: 'List all companies with their plans, newest first',
        security: securityOf.user,
        querystring: OperatorCompanyQuery,
        response: {
          200: OperatorCompanyPage,
          ...problemResponses('operator_required', ...filterCodes, 'invalid_cursor'),
        },
      },
    },
    async (request) => {
      if (!signedInOf(request.incoming).isOperator) throw new AppError('operator_required');
      return await pageCompanies(pool, request.query);
    },
  );
};
