// HTTP out for the audit log.

import { type AuditChange, AuditEntry, AuditPage, AuditQuery } from '@hudhud/contract/audit.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readId } from '../../platform/http/read-id.ts';
import { pageCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import { companyOf } from '../company-of.ts';
import { type AuditRow, listAudit } from './queries.ts';

// Audit rows as the company reads them.

const presentAudit = ({ data: { changes, ...data }, ...row }: AuditRow): AuditEntry => ({
  id: toPublicId('audit', row.id),
  at: timeOfUuid(row.id).toISOString(),
  actor: {
    kind: row.actor,
    user_id: row.user_id && toPublicId('user', row.user_id),
    name: row.user_name,
  },
  action: row.action,
  target: row.target,
  data,
  changes: Array.isArray(changes) ? (changes as AuditChange[]) : [],
});

export const registerAuditRoutes = (server: FastifyInstance, { pool }: { readonly pool: pg.Pool }): void => {
  server.addSchema(AuditEntry);
  server.get<{ Querystring: AuditQuery }>(
    '/api/v1/audit',
    {
      schema: {
        operationId: 'listAudit',
        tags: ['Company'],
        summary: 'List what was changed by whom, newest first',
        querystring: AuditQuery,
        response: {
          200: AuditPage,
          ...problemResponses(...pageCodes, 'invalid_id'),
        },
      },
    },
    async (request) => {
      const range = toIdRange('audit', request.query);
      const { user_id: user, actor = null } = request.query;
      const filter = { userId: user === undefined ? null : readId('user', user), actor };
      const rows = await listAudit(pool, companyOf(request.incoming).id, range, filter);
      return toPage('audit', rows, range.limit, presentAudit);
    },
  );
};
