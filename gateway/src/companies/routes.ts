// HTTP in and out for companies: who the token belongs to, the profile, and the security token.

import {
  CompanyChange,
  CompanyProfile,
  Me,
  ReplacedToken,
  TokenInfo,
  TokenInfoList,
  TokenReplacement,
} from '@hudhud/contract/companies.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError, fieldProblem } from '../platform/errors.ts';
import { bodyCodes } from '../platform/http/request-codes.ts';
import { securityOf } from '../platform/http/route-access.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { secretsOfBody } from '../platform/http/secret-fields.ts';
import type { Secrets } from '../platform/secrets.ts';
import { auditedActor } from './audit/write-audit.ts';
import { changeCompany } from './change-company.ts';
import { companyOf } from './company-of.ts';
import type { CompanyDirectory } from './directory.ts';
import { type PresentedLimits, presentCompany, presentMe, presentToken } from './present.ts';
import { findCompany, listTokens } from './queries.ts';
import { setToken } from './set-token.ts';
import type { TokenUse } from './token-use.ts';

export interface CompanyRoutesOptions extends PresentedLimits {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly directory: CompanyDirectory;
  readonly tokenUse: TokenUse;
  /** Other rooms cache something of a company, too. */
  readonly onChanged?: (companyId: string) => void;
}

const tags = ['Company'];

const readProfile = async (pool: pg.Pool, companyId: string): Promise<CompanyProfile> => {
  const row = await findCompany(pool, companyId);
  if (!row) throw new AppError('company_not_found');
  return presentCompany(row);
};

const registerProfileRoutes = (server: FastifyInstance, options: CompanyRoutesOptions): void => {
  const { pool, directory } = options;

  server.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Who the token belongs to',
        response: { 200: refTo(Me), ...problemResponses() },
      },
    },
    async ({ incoming }) => presentMe(companyOf(incoming), options, incoming.token),
  );

  server.get(
    '/api/v1/company',
    {
      schema: {
        operationId: 'getCompany',
        tags,
        summary: 'Read the company',
        response: { 200: refTo(CompanyProfile), ...problemResponses('company_not_found') },
      },
    },
    (request) => readProfile(pool, companyOf(request.incoming).id),
  );

  server.patch<{ Body: CompanyChange }>(
    '/api/v1/company',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeCompany',
        tags,
        summary: 'Change the name, time zone, language or window check of the company',
        body: refTo(CompanyChange),
        response: {
          200: refTo(CompanyProfile),
          ...problemResponses(...bodyCodes, 'unknown_timezone', 'company_not_found'),
        },
      },
    },
    async (request) => {
      const { id } = companyOf(request.incoming);
      await changeCompany(pool, auditedActor(request.incoming), id, request.body);
      directory.forget(id);
      options.onChanged?.(id);
      return await readProfile(pool, id);
    },
  );
};

const replaceToken = async (
  { pool, secrets, directory }: CompanyRoutesOptions,
  companyId: string,
  actor: ReturnType<typeof auditedActor>,
  body: TokenReplacement,
) => {
  const outcome = await setToken(pool, secrets, {
    companyId,
    graceSeconds: body.grace_seconds ?? 0,
    actor,
    ...(body.token !== undefined && { chosenToken: body.token }),
  });
  if (outcome.kind === 'too_weak') {
    const detail = outcome.reason;
    throw fieldProblem('token_too_weak', { pointer: '/token' }, detail);
  }
  if (outcome.kind === 'company_not_found') throw new AppError('company_not_found');
  directory.forget(companyId);
  return { token: outcome.token, old_token_ends_at: outcome.oldEndsAt.toISOString() };
};

const registerTokenRoutes = (server: FastifyInstance, options: CompanyRoutesOptions): void => {
  const { pool, tokenUse } = options;

  server.get(
    '/api/v1/company/token',
    {
      schema: {
        operationId: 'getToken',
        tags,
        summary: 'Read about the security token, and the old one in its grace period',
        response: { 200: TokenInfoList, ...problemResponses() },
      },
    },
    async (request) => {
      const rows = await listTokens(pool, companyOf(request.incoming).id);
      return { data: rows.map((row) => presentToken(row, tokenUse.lastOf(row.id))) };
    },
  );

  server.post<{ Body: TokenReplacement }>(
    '/api/v1/company/token',
    {
      // A thief of the token must not be able to lock its owner out with it.
      config: {
        access: 'member',
        role: 'admin',
        secretFields: secretsOfBody(TokenReplacement, { removed: ['token'] }),
      },
      schema: {
        operationId: 'replaceToken',
        tags,
        summary: 'Replace the security token by a new or a chosen one',
        security: securityOf.member,
        body: refTo(TokenReplacement),
        response: {
          200: refTo(ReplacedToken),
          ...problemResponses(...bodyCodes, 'token_too_weak', 'user_required', 'company_not_found'),
        },
      },
    },
    (request) =>
      replaceToken(options, companyOf(request.incoming).id, auditedActor(request.incoming), request.body),
  );
};

export const registerCompanyRoutes = (server: FastifyInstance, options: CompanyRoutesOptions): void => {
  for (const schema of [Me, CompanyProfile, CompanyChange, TokenInfo, TokenReplacement, ReplacedToken]) {
    server.addSchema(schema);
  }
  registerProfileRoutes(server, options);
  registerTokenRoutes(server, options);
};
