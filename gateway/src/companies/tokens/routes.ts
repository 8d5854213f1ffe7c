// HTTP in and out for named tokens. Only people make, change and revoke them: a token that was stolen must not make others.

import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  CreatedToken,
  NamedToken,
  NamedTokenChange,
  NamedTokenList,
  NewNamedToken,
} from '@hudhud/contract/tokens.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditedActor } from '../audit/write-audit.ts';
import { companyOf } from '../company-of.ts';
import type { CompanyDirectory } from '../directory.ts';
import { laterOf } from '../present.ts';
import type { TokenUse } from '../token-use.ts';
import { changeNamedToken, createNamedToken, revokeToken } from './manage-tokens.ts';
import { listNamedTokens, type NamedTokenRow } from './queries.ts';

export interface TokenRoutesOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly directory: CompanyDirectory;
  readonly tokenUse: TokenUse;
}

const params = idParams('token');
const tags = ['Company'];
const config = { access: 'member', role: 'admin' } as const;
const security = securityOf.member;

const createPresent =
  ({ tokenUse }: TokenRoutesOptions) =>
  (row: NamedTokenRow): NamedToken => ({
    id: toPublicId('token', row.id),
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    last_four: row.last_four,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    last_used_at: laterOf(row.last_used_at, tokenUse.lastOf(row.id))?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  });

const registerCreation = (server: FastifyInstance, options: TokenRoutesOptions): void => {
  const { pool, secrets, directory } = options;
  const present = createPresent(options);
  server.post<{ Body: NewNamedToken }>(
    '/api/v1/tokens',
    {
      config,
      schema: {
        operationId: 'createToken',
        tags,
        summary: 'Make a named token with what it may do',
        security,
        body: refTo(NewNamedToken),
        response: {
          201: { description: 'The token works.', ...refTo(CreatedToken) },
          ...problemResponses(
            ...bodyCodes,
            'invalid_network',
            'token_name_taken',
            'too_many_tokens',
            'user_required',
            'company_not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const { id } = companyOf(request.incoming);
      const actor = auditedActor(request.incoming);
      const { token, row } = await createNamedToken(pool, secrets, actor, id, request.body);
      directory.forget(id);
      return reply.code(201).send({ token, details: present(row) });
    },
  );
};

export const registerTokenRoutes = (server: FastifyInstance, options: TokenRoutesOptions): void => {
  for (const schema of [NamedToken, NewNamedToken, NamedTokenChange, CreatedToken]) server.addSchema(schema);
  const { pool, directory } = options;
  const present = createPresent(options);
  registerCreation(server, options);

  server.get(
    '/api/v1/tokens',
    {
      schema: {
        operationId: 'listTokens',
        tags,
        summary: 'List the named tokens, the newest first',
        response: { 200: NamedTokenList, ...problemResponses() },
      },
    },
    async (request) => ({
      data: (await listNamedTokens(pool, companyOf(request.incoming).id)).map(present),
    }),
  );

  server.patch<WithId & { Body: NamedTokenChange }>(
    '/api/v1/tokens/:id',
    {
      config,
      schema: {
        operationId: 'changeToken',
        tags,
        summary: 'Change what a named token may do, from where and until when',
        security,
        params,
        body: refTo(NamedTokenChange),
        response: {
          200: refTo(NamedToken),
          ...problemResponses(
            ...bodyCodes,
            'invalid_id',
            'invalid_network',
            'token_name_taken',
            'token_not_found',
            'user_required',
            'company_not_found',
          ),
        },
      },
    },
    async (request) => {
      const companyId = companyOf(request.incoming).id;
      const key = { companyId, tokenId: readId('token', request.params.id) };
      const row = await changeNamedToken(pool, auditedActor(request.incoming), key, request.body);
      directory.forget(companyId);
      return present(row);
    },
  );

  server.delete<WithId>(
    '/api/v1/tokens/:id',
    {
      config,
      schema: {
        operationId: 'revokeToken',
        tags,
        summary: 'Revoke a named token: it is refused everywhere within five seconds',
        security,
        params,
        response: {
          204: { type: 'null', description: 'It is revoked.' },
          ...problemResponses(...strayBodyCodes, 'invalid_id', 'token_not_found', 'user_required'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request.incoming).id;
      const key = { companyId, tokenId: readId('token', request.params.id) };
      await revokeToken(pool, auditedActor(request.incoming), key);
      directory.forget(companyId);
      return reply.code(204).send();
    },
  );
};
