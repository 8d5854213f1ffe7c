// HTTP in and out for members.

import { Member, MemberChange, MemberList } from '@hudhud/contract/members.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { companyOf } from '../../companies/company-of.ts';
import { AppError } from '../../platform/errors.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { userActorOf } from '../signed-in.ts';
import { changeMember, leaveCompany, removeMember } from './manage-members.ts';
import { findMember, listMembers, type MemberRow } from './queries.ts';

const tags = ['Members'];
const params = idParams('user');
type Options = { readonly pool: pg.Pool };

const present = (row: MemberRow): Member => ({
  id: toPublicId('user', row.user_id),
  name: row.name,
  email: row.email,
  role: row.role,
  has_second_factor: row.has_second_factor,
  joined_at: row.created_at.toISOString(),
});

const registerListAndLeave = (server: FastifyInstance, { pool }: Options): void => {
  server.get(
    '/api/v1/members',
    {
      config: { access: 'member' },
      schema: {
        operationId: 'listMembers',
        tags,
        summary: 'List the members of the company',
        security: securityOf.member,
        response: { 200: MemberList, ...problemResponses('user_required') },
      },
    },
    async (request) => ({ data: (await listMembers(pool, companyOf(request.incoming).id)).map(present) }),
  );

  server.post(
    '/api/v1/company/leave',
    {
      config: { access: 'member', role: 'viewer' },
      schema: {
        operationId: 'leaveCompany',
        tags,
        summary: 'Leave the company',
        security: securityOf.member,
        response: {
          204: { description: 'You no longer belong to it.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'user_required', 'last_owner', 'member_not_found'),
        },
      },
    },
    async (request, reply) => {
      await leaveCompany(pool, userActorOf(request.incoming), companyOf(request.incoming).id);
      return reply.code(204).send();
    },
  );
};

const registerChangeRoutes = (server: FastifyInstance, { pool }: Options): void => {
  server.patch<WithId & { Body: MemberChange }>(
    '/api/v1/members/:id',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        operationId: 'changeMember',
        tags,
        summary: 'Give a member another role',
        security: securityOf.member,
        params,
        body: refTo(MemberChange),
        response: {
          200: refTo(Member),
          ...problemResponses(...bodyCodes, 'user_required', 'member_not_found', 'last_owner', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const key = { companyId: companyOf(request.incoming).id, userId: readId('user', request.params.id) };
      await changeMember(pool, userActorOf(request.incoming), key, request.body.role);
      const row = await findMember(pool, key.companyId, key.userId);
      if (!row) throw new AppError('member_not_found');
      return present(row);
    },
  );

  server.delete<WithId>(
    '/api/v1/members/:id',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        operationId: 'removeMember',
        tags,
        summary: 'Remove a member from the company',
        security: securityOf.member,
        params,
        response: {
          204: { description: 'They no longer belong to it.', type: 'null' },
          ...problemResponses(
            ...strayBodyCodes,
            'user_required',
            'member_not_found',
            'last_owner',
            'invalid_id',
          ),
        },
      },
    },
    async (request, reply) => {
      const key = { companyId: companyOf(request.incoming).id, userId: readId('user', request.params.id) };
      await removeMember(pool, userActorOf(request.incoming), key);
      return reply.code(204).send();
    },
  );
};

export const registerMemberRoutes = (server: FastifyInstance, options: Options): void => {
  for (const schema of [Member, MemberChange]) server.addSchema(schema);
  registerListAndLeave(server, options);
  registerChangeRoutes(server, options);
};
