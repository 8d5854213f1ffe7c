// HTTP in and out for the second factor.

import { SecondFactorRemoval } from '@hudhud/contract/passkeys.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import { PasswordProof, RecoveryCodes, SecondFactorCode, SecondFactorStart } from '@hudhud/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { provePasskey } from '../passkeys/sign-in-by-passkey.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { signedInOf } from '../signed-in.ts';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.ts';

export interface SecondFactorRoutesOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly throttle: SignInThrottle;
  /** As it was set; null: the host that the caller names counts. */
  readonly setPublicUrl: string | null;
}

const tags = ['Account'];
const security = securityOf.user;
const config = { access: 'user' } as const;

const registerRemovalRoute = (server: FastifyInstance, options: SecondFactorRoutesOptions): void => {
  const { pool, secrets, throttle, setPublicUrl } = options;
  server.post<{ Body: SecondFactorRemoval }>(
    '/api/v1/second-factor/remove',
    {
      config,
      schema: {
        operationId: 'removeSecondFactor',
        tags,
        summary: 'Turn two-factor authentication off',
        security,
        body: refTo(SecondFactorRemoval),
        response: {
          204: { description: 'The password alone opens the account again.', type: 'null' },
          ...problemResponses(
            ...bodyCodes,
            'wrong_password',
            'second_factor_required',
            'second_factor_wrong',
            'passkey_refused',
            'passkeys_unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      const { userId } = signedInOf(request.incoming);
      const { source } = request.incoming;
      throttle.checkAccount(userId, source);
      const { password, code, credential } = request.body;
      const passkeyOf = credential
        ? () => provePasskey(options, relyingPartyOf(setPublicUrl, request.host), credential, source)
        : null;
      await removeSecondFactor(pool, secrets, userId, { password, code, passkeyOf });
      return reply.code(204).send();
    },
  );
};

export const registerSecondFactorRoutes = (
  server: FastifyInstance,
  options: SecondFactorRoutesOptions,
): void => {
  const { pool, secrets, throttle } = options;
  for (const schema of [
    PasswordProof,
    SecondFactorStart,
    SecondFactorCode,
    SecondFactorRemoval,
    RecoveryCodes,
  ]) {
    server.addSchema(schema);
  }

  server.post<{ Body: PasswordProof }>(
    '/api/v1/second-factor',
    {
      config,
      schema: {
        operationId: 'startSecondFactor',
        tags,
        summary: 'Set up two-factor authentication',
        security,
        body: refTo(PasswordProof),
        response: {
          200: refTo(SecondFactorStart),
          ...problemResponses(...bodyCodes, 'wrong_password', 'second_factor_active'),
        },
      },
    },
    async (request) => {
      const { userId } = signedInOf(request.incoming);
      throttle.checkAccount(userId, request.incoming.source);
      return await startSecondFactor(pool, secrets, userId, request.body.password);
    },
  );

  server.post<{ Body: SecondFactorCode }>(
    '/api/v1/second-factor/confirm',
    {
      config,
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Turn two-factor authentication on with a first code',
        security,
        body: refTo(SecondFactorCode),
        response: {
          200: refTo(RecoveryCodes),
          ...problemResponses(...bodyCodes, 'second_factor_wrong', 'second_factor_not_started'),
        },
      },
    },
    async (request) => {
      const { userId, sessionId } = signedInOf(request.incoming);
      const proof = { userId, sessionId, code: request.body.code };
      return { recovery_codes: await confirmSecondFactor(pool, secrets, proof) };
    },
  );
  registerRemovalRoute(server, options);
};
