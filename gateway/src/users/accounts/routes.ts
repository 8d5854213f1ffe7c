// HTTP in and out for accounts: signing up and in, who is signed in, and their companies.

import { CreatedCompany, NewCompany } from '@hudhud/contract/companies.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  OwnCompany,
  SessionState,
  SignedUp,
  SignIn,
  SignUp,
  SignUpConfirmation,
  SignUpStarted,
  User,
  UserChange,
  UserDeletion,
} from '@hudhud/contract/users.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { updateUser } from '../queries.ts';
import { carrySession, dropSession, type Place } from '../sessions/carry-session.ts';
import { originOf } from '../sessions/start-session.ts';
import { signedInOf, userActorOf } from '../signed-in.ts';
import { createOwnCompany } from './create-own-company.ts';
import { deleteOwnUser } from './delete-user.ts';
import { normalEmail } from './normal-email.ts';
import { currentState, readSessionState } from './session-state.ts';
import { type SignInOptions, signIn } from './sign-in.ts';
import { confirmSignUp, type SignedUpUser, type SignUpOptions, signUp, signUpHours } from './sign-up.ts';

export interface AccountRoutesOptions extends SignInOptions, SignUpOptions, Place {}

const tags = ['Account'];

const answerSignedUp = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: AccountRoutesOptions,
  { userId, token, session }: SignedUpUser,
): Promise<FastifyReply> => {
  carrySession(request, reply, options, session);
  const state = await readSessionState(options.pool, userId, session.expiresAt);
  return reply.code(201).send({ ...state, token });
};

const registerSignUpRoutes = (server: FastifyInstance, options: AccountRoutesOptions): void => {
  const { throttle } = options;

  server.post<{ Body: SignUp }>(
    '/api/v1/sign-up',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'signUp',
        tags,
        summary: 'Start a free trial, or join by an invitation',
        description:
          'Where the gateway sends mail, the address is proven first: the answer is 202 for every address, and the mail has the link that completes the sign-up. An invitation that was mailed to the address proves it too.',
        security: securityOf.anyone,
        body: refTo(SignUp),
        response: {
          201: { description: 'The user is signed in.', ...refTo(SignedUp) },
          202: { description: 'A mail completes it; see its link.', ...refTo(SignUpStarted) },
          ...problemResponses(
            ...bodyCodes,
            'sign_up_closed',
            'email_taken',
            'already_member',
            'unknown_timezone',
            'password_too_weak',
            'link_invalid',
          ),
        },
      },
    },
    async (request, reply) => {
      throttle.checkAddress(request.incoming.source);
      if (options.sendMail) {
        throttle.checkAccount(`sign-up ${normalEmail(request.body.email)}`, request.incoming.source);
      }
      const signedUp = await signUp(options, request.body, originOf(request));
      if (!signedUp) {
        return reply.code(202).send({ status: 'confirmation_sent', valid_hours: signUpHours });
      }
      return await answerSignedUp(request, reply, options, signedUp);
    },
  );

  server.post<{ Body: SignUpConfirmation }>(
    '/api/v1/sign-up/confirm',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'confirmSignUp',
        tags,
        summary: 'Complete a sign-up by the link in the mail',
        security: securityOf.anyone,
        body: refTo(SignUpConfirmation),
        response: {
          201: { description: 'The user is signed in.', ...refTo(SignedUp) },
          ...problemResponses(
            ...bodyCodes,
            'link_invalid',
            'wrong_password',
            'email_taken',
            'already_member',
          ),
        },
      },
    },
    async (request, reply) => {
      throttle.checkAddress(request.incoming.source);
      const signedUp = await confirmSignUp(options, request.body, originOf(request));
      return await answerSignedUp(request, reply, options, signedUp);
    },
  );
};

const registerSignInRoute = (server: FastifyInstance, options: AccountRoutesOptions): void => {
  server.post<{ Body: SignIn }>(
    '/api/v1/sign-in',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'signIn',
        tags,
        summary: 'Sign in',
        security: securityOf.anyone,
        body: refTo(SignIn),
        response: {
          200: refTo(SessionState),
          ...problemResponses(
            ...bodyCodes,
            'sign_in_refused',
            'second_factor_required',
            'second_factor_wrong',
          ),
        },
      },
    },
    async (request, reply) => {
      const { userId, session } = await signIn(options, request.body, originOf(request));
      carrySession(request, reply, options, session);
      return await readSessionState(options.pool, userId, session.expiresAt);
    },
  );
};

const registerUserRoutes = (server: FastifyInstance, options: AccountRoutesOptions): void => {
  const { pool } = options;
  const config = { access: 'user' } as const;
  const security = securityOf.user;

  server.get(
    '/api/v1/session',
    {
      config,
      schema: {
        operationId: 'getSession',
        tags,
        summary: 'Who is signed in, and to which companies they belong',
        security,
        response: { 200: refTo(SessionState), ...problemResponses() },
      },
    },
    (request) => currentState(pool, request.incoming),
  );

  server.patch<{ Body: UserChange }>(
    '/api/v1/user',
    {
      config,
      schema: {
        operationId: 'changeUser',
        tags,
        summary: 'Change your name or language',
        security,
        body: refTo(UserChange),
        response: { 200: refTo(SessionState), ...problemResponses(...bodyCodes) },
      },
    },
    async (request) => {
      const { name, language } = request.body;
      const { userId } = signedInOf(request.incoming);
      await updateUser(pool, userId, { name: name?.trim() ?? null, language: language ?? null });
      return await currentState(pool, request.incoming);
    },
  );

  server.post<{ Body: NewCompany }>(
    '/api/v1/companies',
    {
      config,
      schema: {
        operationId: 'createCompany',
        tags,
        summary: 'Start another company, on a free trial',
        security,
        body: refTo(NewCompany),
        response: {
          201: { description: 'You are its owner.', ...refTo(CreatedCompany) },
          ...problemResponses(...bodyCodes, 'unknown_timezone', 'too_many_companies', 'sign_up_closed'),
        },
      },
    },
    async (request, reply) => {
      if (!options.isOpen && !signedInOf(request.incoming).isOperator) throw new AppError('sign_up_closed');
      const actor = userActorOf(request.incoming);
      return reply.code(201).send(await createOwnCompany(pool, options, actor, request.body));
    },
  );
};

const registerLeavingRoute = (server: FastifyInstance, options: AccountRoutesOptions): void => {
  server.post<{ Body: UserDeletion }>(
    '/api/v1/user/delete',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'deleteUser',
        tags,
        summary: 'Delete your account',
        description: 'The only owner of a company hands it over or deletes it first. It cannot be undone.',
        security: securityOf.user,
        body: refTo(UserDeletion),
        response: {
          204: { description: 'The account is gone.', type: 'null' },
          ...problemResponses(
            ...bodyCodes,
            'wrong_password',
            'second_factor_required',
            'second_factor_wrong',
            'last_owner',
            'last_operator',
          ),
        },
      },
    },
    async (request, reply) => {
      const { incoming, body } = request;
      options.throttle.checkAccount(signedInOf(incoming).userId, incoming.source);
      await deleteOwnUser(options.pool, options.secrets, userActorOf(incoming), body);
      dropSession(request, reply, options);
      return reply.code(204).send();
    },
  );
};

/** `CompanyProfile` comes with the routes of the company. */
export const registerAccountRoutes = (server: FastifyInstance, options: AccountRoutesOptions): void => {
  for (const schema of [
    User,
    OwnCompany,
    SessionState,
    SignedUp,
    SignUp,
    SignUpStarted,
    SignUpConfirmation,
    SignIn,
    UserChange,
    UserDeletion,
    NewCompany,
    CreatedCompany,
  ]) {
    server.addSchema(schema);
  }
  registerSignUpRoutes(server, options);
  registerSignInRoute(server, options);
  registerUserRoutes(server, options);
  registerLeavingRoute(server, options);
};
