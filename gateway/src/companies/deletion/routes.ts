// HTTP in for deleting a company.

import { CompanyDeletion } from '@hudhud/contract/companies.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { secretsOfBody } from '../../platform/http/secret-fields.ts';
import type { Log } from '../../platform/log.ts';
import { auditedActor } from '../audit/write-audit.ts';
import { companyOf } from '../company-of.ts';
import { deleteCompany } from './delete-company.ts';

export interface DeletionRoutesOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Throws when it is not the caller's password. */
  readonly requirePassword: (incoming: IncomingRequest, password: string) => Promise<void>;
  /** The company, a UUID, is gone: everything that this process caches of it is stale. */
  readonly onGone: (companyId: string) => void;
}

const differs = (): AppError =>
  fieldProblem('company_name_differs', { pointer: '/name' }, 'This is not the name of the company.');

export const registerDeletionRoutes = (server: FastifyInstance, options: DeletionRoutesOptions): void => {
  const { pool, log, requirePassword, onGone } = options;
  server.addSchema(CompanyDeletion);
  server.post<{ Body: CompanyDeletion }>(
    '/api/v1/company/delete',
    {
      config: {
        access: 'member',
        role: 'owner',
        secretFields: secretsOfBody(CompanyDeletion, { removed: ['password'] }),
      },
      schema: {
        operationId: 'deleteCompany',
        tags: ['Company'],
        summary: 'Delete the company with all it has',
        description:
          'Sending, the token and the webhooks stop at once; messages, contacts and everything else are removed within minutes. It cannot be undone.',
        security: securityOf.member,
        body: refTo(CompanyDeletion),
        response: {
          204: { description: 'It is gone; what it had is being removed.', type: 'null' },
          ...problemResponses(
            ...bodyCodes,
            'user_required',
            'wrong_password',
            'company_name_differs',
            'company_not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const { incoming, body } = request;
      const { id: companyId, publicId } = companyOf(incoming);
      await requirePassword(incoming, body.password);
      const actor = auditedActor(incoming);
      if (actor.kind === 'token') throw new AppError('user_required');
      const outcome = await deleteCompany(pool, {
        companyId,
        name: body.name,
        actor,
        onGone: () => onGone(companyId),
      });
      if (outcome === 'name_differs') throw differs();
      if (outcome === 'company_not_found') throw new AppError('company_not_found');
      log.warn({ company: publicId, actor: actor.kind }, 'a company is being deleted');
      return reply.code(204).send();
    },
  );
};
