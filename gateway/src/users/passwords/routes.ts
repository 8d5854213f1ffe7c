// HTTP in and out for passwords.

import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  ForgottenPassword,
  PasswordChange,
  PasswordReset,
  PasswordResetView,
  ResetToken,
} from '@hudhud/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { carrySession } from '../sessions/carry-session.ts';
import { originOf } from '../sessions/start-session.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { signedInOf } from '../signed-in.ts';
import { changePassword } from './change-password.ts';
import { mailReset, mailResetNotice, type ResetMailOptions } from './mail-reset.ts';
import { resetPassword, viewReset } from './reset-password.ts';

export interface PasswordRoutesOptions extends ResetMailOptions {
  readonly throttle: SignInThrottle;
}

const tags = ['Account'];
const changed = { description: 'The new password is in force.', type: 'null' } as const;

const registerChangeRoute = (server: FastifyInstance, options: PasswordRoutesOptions): void => {
  const { pool, throttle } = options;
  server.post<{ Body: PasswordChange }>(
    '/api/v1/password',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change your password',
        description: 'All other browsers are signed out.',
        security: securityOf.user,
        body: refTo(PasswordChange),
        response: {
          204: changed,
          ...problemResponses(...bodyCodes, 'wrong_password', 'password_too_weak'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = signedInOf(request.incoming);
      throttle.checkAccount(userId, request.incoming.source);
      const session = await changePassword(pool, userId, request.body, originOf(request));
      carrySession(request, reply, options, session);
      return reply.code(204).send();
    },
  );
};

const registerResetRoutes = (server: FastifyInstance, options: PasswordRoutesOptions): void => {
  const { pool, throttle, log } = options;

  server.post<{ Body: ResetToken }>(
    '/api/v1/password/reset/view',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'viewPasswordReset',
        tags,
        summary: 'Which other ways in a new password by a link closes',
        security: securityOf.anyone,
        body: refTo(ResetToken),
        response: { 200: refTo(PasswordResetView), ...problemResponses(...bodyCodes, 'link_invalid') },
      },
    },
    async (request) => {
      throttle.checkAddress(request.incoming.source);
      const { passkeys, sessions, isSecondFactorRemoved } = await viewReset(pool, request.body.token);
      return { passkeys, sessions, removes_second_factor: isSecondFactorRemoved };
    },
  );

  server.post<{ Body: PasswordReset }>(
    '/api/v1/password/reset',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'resetPassword',
        tags,
        summary: 'Set a new password by a link',
        description: 'Every browser is signed out and every passkey removed; a mail says so.',
        security: securityOf.anyone,
        body: refTo(PasswordReset),
        response: {
          204: changed,
          ...problemResponses(...bodyCodes, 'link_invalid', 'password_too_weak'),
        },
      },
    },
    async (request, reply) => {
      throttle.checkAddress(request.incoming.source);
      const { user, closed } = await resetPassword(pool, request.body);
      mailResetNotice(options, user, closed).catch((error: unknown) =>
        log.error({ err: error }, 'the notice of a new password could not be mailed'),
      );
      return reply.code(204).send();
    },
  );
};

export const registerPasswordRoutes = (server: FastifyInstance, options: PasswordRoutesOptions): void => {
  const { throttle, log } = options;
  for (const schema of [PasswordChange, ForgottenPassword, PasswordReset, ResetToken, PasswordResetView])
    server.addSchema(schema);
  registerChangeRoute(server, options);
  registerResetRoutes(server, options);

  server.post<{ Body: ForgottenPassword }>(
    '/api/v1/password/forgot',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'forgotPassword',
        tags,
        summary: 'Ask for a link that sets a new password',
        description: 'The answer is the same whether or not there is such a user.',
        security: securityOf.anyone,
        body: refTo(ForgottenPassword),
        response: {
          202: { description: 'If there is such a user, a link is on its way.', type: 'null' },
          ...problemResponses(...bodyCodes),
        },
      },
    },
    async (request, reply) => {
      throttle.checkAddress(request.incoming.source);
      throttle.checkAccount(`forgotten ${request.body.email.toLowerCase()}`, request.incoming.source);
      mailReset(options, request.body.email).catch((error: unknown) =>
        log.error({ err: error }, 'a link for a forgotten password could not be mailed'),
      );
      return reply.code(202).send();
    },
  );
};
