// HTTP in and out for companies: who the token belongs to.

import { Me } from '@hudhud/contract/companies.ts';
import type { FastifyInstance } from 'fastify';
import { problemResponses, refTo } from '../platform/http/schemas.ts';
import { companyOf } from './company-of.ts';
import { type PresentedLimits, presentMe } from './present.ts';

export const registerCompanyRoutes = (server: FastifyInstance, limits: PresentedLimits): void => {
  server.addSchema(Me);
  server.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        tags: ['Company'],
        summary: 'Who the token belongs to',
        response: { 200: refTo(Me), ...problemResponses() },
      },
    },
    async (request) => presentMe(companyOf(request.incoming), limits),
  );
};
