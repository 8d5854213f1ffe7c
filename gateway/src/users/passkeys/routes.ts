// HTTP in and out for passkeys. What checks them is loaded with the first one: it is large, and many never have any.

import {
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyList,
  PasskeyOptions,
  PasskeySignIn,
} from '@hudhud/contract/passkeys.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import { PasswordProof, SessionState } from '@hudhud/contract/users.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { readSessionState } from '../accounts/session-state.ts';
import { carrySession, type Place } from '../sessions/carry-session.ts';
import { originOf } from '../sessions/start-session.ts';
import { signedInOf } from '../signed-in.ts';
import { deletePasskey, listPasskeys, type PasskeyRow, updatePasskeyName } from './queries.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import type { PasskeySignInOptions } from './sign-in-by-passkey.ts';

export interface PasskeyRoutesOptions extends PasskeySignInOptions, Place {
  /** As it was set; null: the host that the caller names counts. */
  readonly setPublicUrl: string | null;
}

const params = idParams('passkey');
const tags = ['Account'];
const security = securityOf.user;
const config = { access: 'user' } as const;

const present = (row: PasskeyRow): Passkey => ({
  id: toPublicId('passkey', row.id),
  name: row.name,
  is_synced: row.is_synced,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const loadAdding = () => import('./add-passkey.ts');
const loadSigningIn = () => import('./sign-in-by-passkey.ts');

const partyOf = ({ setPublicUrl }: PasskeyRoutesOptions, request: FastifyRequest): RelyingParty =>
  relyingPartyOf(setPublicUrl, request.host);

const registerAddingRoutes = (server: FastifyInstance, options: PasskeyRoutesOptions): void => {
  const { pool, throttle } = options;

  server.post<{ Body: PasswordProof }>(
    '/api/v1/passkeys/options',
    {
      config,
      schema: {
        operationId: 'startPasskey',
        tags,
        summary: 'Begin to add a passkey',
        security,
        body: refTo(PasswordProof),
        response: {
          200: refTo(PasskeyOptions),
          ...problemResponses(...bodyCodes, 'wrong_password', 'passkeys_unavailable'),
        },
      },
    },
    async (request) => {
      const { userId } = signedInOf(request.incoming);
      throttle.checkAccount(userId, request.incoming.source);
      const { startPasskey } = await loadAdding();
      return { options: await startPasskey(pool, partyOf(options, request), userId, request.body.password) };
    },
  );

  server.post<{ Body: NewPasskey }>(
    '/api/v1/passkeys',
    {
      config,
      schema: {
        operationId: 'addPasskey',
        tags,
        summary: 'Add the passkey that the browser has made',
        security,
        body: refTo(NewPasskey),
        response: {
          201: { description: 'It signs in from now on.', ...refTo(Passkey) },
          ...problemResponses(...bodyCodes, 'passkey_not_added', 'too_many_passkeys', 'passkeys_unavailable'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = signedInOf(request.incoming);
      const { addPasskey } = await loadAdding();
      const row = await addPasskey(pool, partyOf(options, request), userId, request.body);
      return reply.code(201).send(present(row));
    },
  );
};

const registerKeepingRoutes = (server: FastifyInstance, { pool }: PasskeyRoutesOptions): void => {
  server.get(
    '/api/v1/passkeys',
    {
      config,
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'List your passkeys, newest first',
        security,
        response: { 200: PasskeyList, ...problemResponses() },
      },
    },
    async (request) => ({
      data: (await listPasskeys(pool, signedInOf(request.incoming).userId)).map(present),
    }),
  );

  server.patch<WithId & { Body: PasskeyChange }>(
    '/api/v1/passkeys/:id',
    {
      config,
      schema: {
        operationId: 'renamePasskey',
        tags,
        summary: 'Give a passkey another name',
        security,
        params,
        body: refTo(PasskeyChange),
        response: {
          200: refTo(Passkey),
          ...problemResponses(...bodyCodes, 'passkey_not_found', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const { userId } = signedInOf(request.incoming);
      const name = request.body.name.trim();
      const row = await updatePasskeyName(pool, userId, readId('passkey', request.params.id), name);
      if (!row) throw new AppError('passkey_not_found');
      return present(row);
    },
  );

  server.delete<WithId>(
    '/api/v1/passkeys/:id',
    {
      config,
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        security,
        params,
        response: {
          204: { description: 'It no longer signs in.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'passkey_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const { userId } = signedInOf(request.incoming);
      if (!(await deletePasskey(pool, userId, readId('passkey', request.params.id)))) {
        throw new AppError('passkey_not_found');
      }
      return reply.code(204).send();
    },
  );
};

const registerDoorRoutes = (server: FastifyInstance, options: PasskeyRoutesOptions): void => {
  server.post(
    '/api/v1/sign-in/passkey/options',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'startPasskeySignIn',
        tags,
        summary: 'Begin to sign in by a passkey',
        security: securityOf.anyone,
        response: {
          200: refTo(PasskeyOptions),
          ...problemResponses(...strayBodyCodes, 'passkeys_unavailable'),
        },
      },
    },
    async (request) => {
      const party = partyOf(options, request);
      const { startPasskeySignIn } = await loadSigningIn();
      return { options: await startPasskeySignIn(options, party, request.incoming.source) };
    },
  );

  server.post<{ Body: PasskeySignIn }>(
    '/api/v1/sign-in/passkey',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'signInByPasskey',
        tags,
        summary: 'Sign in by a passkey',
        security: securityOf.anyone,
        body: refTo(PasskeySignIn),
        response: {
          200: refTo(SessionState),
          ...problemResponses(...bodyCodes, 'passkey_refused', 'passkeys_unavailable'),
        },
      },
    },
    async (request, reply) => {
      const party = partyOf(options, request);
      const { signInByPasskey } = await loadSigningIn();
      const { userId, session } = await signInByPasskey(options, party, request.body, originOf(request));
      carrySession(request, reply, options, session);
      return await readSessionState(options.pool, userId, session.expiresAt);
    },
  );
};

/** `PasswordProof` and `SessionState` come with the routes of the second factor and of accounts. */
export const registerPasskeyRoutes = (server: FastifyInstance, options: PasskeyRoutesOptions): void => {
  for (const schema of [Passkey, PasskeyOptions, NewPasskey, PasskeyChange, PasskeySignIn]) {
    server.addSchema(schema);
  }
  registerAddingRoutes(server, options);
  registerKeepingRoutes(server, options);
  registerDoorRoutes(server, options);
};
