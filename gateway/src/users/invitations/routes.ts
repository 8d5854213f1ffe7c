// HTTP in and out for invitations.

import {
  CreatedInvitation,
  Invitation,
  InvitationList,
  InvitationToken,
  InvitationView,
  MailedInvitation,
  NewInvitation,
} from '@hudhud/contract/members.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import { SessionState } from '@hudhud/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Static } from 'typebox';
import { companyOf } from '../../companies/company-of.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { securityOf } from '../../platform/http/route-access.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { SendMail } from '../../platform/mail.ts';
import { normalEmail } from '../accounts/normal-email.ts';
import { currentState } from '../accounts/session-state.ts';
import { invitationMail } from '../mails.ts';
import { findUser } from '../queries.ts';
import { digestSecret, invitationLink } from '../secret-link.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { userActorOf } from '../signed-in.ts';
import { joinByInvitation, openInvitation } from './accept-invitation.ts';
import { invitationDays, inviteMember, withdrawInvitation } from './invite-member.ts';
import { deleteInvitation, type InvitationRow, listInvitations } from './queries.ts';

export interface InvitationRoutesOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: () => string;
  readonly throttle: SignInThrottle;
  /** Null: no mail server is set. */
  readonly sendMail: SendMail | null;
}

const tags = ['Members'];
const params = idParams('invitation');

const present = (row: InvitationRow): Invitation => ({
  id: toPublicId('invitation', row.id),
  role: row.role,
  note: row.note,
  email: row.email,
  invited_by: row.invited_by,
  created_at: timeOfUuid(row.id).toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const readWish = ({ role, note = '' }: NewInvitation) => ({ role, note: note.trim() });

const invite = async (
  { pool, publicUrl }: InvitationRoutesOptions,
  incoming: IncomingRequest,
  body: NewInvitation,
): Promise<Static<typeof CreatedInvitation>> => {
  const wish = { ...readWish(body), email: null };
  const companyId = companyOf(incoming).id;
  const { invitation, secret } = await inviteMember(pool, userActorOf(incoming), companyId, wish);
  return { ...present(invitation), secret_link: invitationLink(publicUrl(), secret) };
};

/** Only the reader of the mail sees the link. */
const inviteByMail = async (
  { pool, publicUrl, sendMail }: InvitationRoutesOptions,
  incoming: IncomingRequest,
  body: MailedInvitation,
): Promise<Invitation> => {
  if (!sendMail) throw new AppError('mail_unavailable');
  const { id: companyId, name: companyName } = companyOf(incoming);
  const actor = userActorOf(incoming);
  const email = normalEmail(body.email);
  const { invitation, secret } = await inviteMember(pool, actor, companyId, { ...readWish(body), email });
  const link = invitationLink(publicUrl(), secret);
  const language = (await findUser(pool, actor.userId))?.language ?? 'en';
  const words = { email, language, invitedBy: actor.name, companyName, link, days: invitationDays };
  try {
    await sendMail(invitationMail(words));
  } catch (cause) {
    // Without the mail it is of no use.
    await deleteInvitation(pool, companyId, invitation.id);
    throw new AppError('mail_unavailable', { detail: 'The mail server did not take the mail.', cause });
  }
  return present(invitation);
};

const registerMailRoute = (server: FastifyInstance, options: InvitationRoutesOptions): void => {
  server.post<{ Body: MailedInvitation }>(
    '/api/v1/invitations/mail',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        operationId: 'mailInvitation',
        tags,
        summary: 'Invite somebody by a link that is mailed',
        security: securityOf.member,
        body: refTo(MailedInvitation),
        response: {
          201: { description: 'The mail is on its way.', ...refTo(Invitation) },
          ...problemResponses(...bodyCodes, 'user_required', 'too_many_members', 'mail_unavailable'),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await inviteByMail(options, request.incoming, request.body)),
  );
};

const registerManagingRoutes = (server: FastifyInstance, options: InvitationRoutesOptions): void => {
  const { pool } = options;

  server.get(
    '/api/v1/invitations',
    {
      config: { access: 'member' },
      schema: {
        operationId: 'listInvitations',
        tags,
        summary: 'List the invitations that have not been accepted yet',
        security: securityOf.member,
        response: { 200: InvitationList, ...problemResponses('user_required') },
      },
    },
    async (request) => {
      const rows = await listInvitations(pool, companyOf(request.incoming).id);
      return { data: rows.map(present) };
    },
  );

  server.post<{ Body: NewInvitation }>(
    '/api/v1/invitations',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        operationId: 'inviteMember',
        tags,
        summary: 'Invite somebody by a link',
        security: securityOf.member,
        body: refTo(NewInvitation),
        response: {
          201: { description: 'The link is in the answer.', ...refTo(CreatedInvitation) },
          ...problemResponses(...bodyCodes, 'user_required', 'too_many_members'),
        },
      },
    },
    async (request, reply) => {
      return reply.code(201).send(await invite(options, request.incoming, request.body));
    },
  );

  server.delete<WithId>(
    '/api/v1/invitations/:id',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        operationId: 'withdrawInvitation',
        tags,
        summary: 'Withdraw an invitation',
        security: securityOf.member,
        params,
        response: {
          204: { description: 'Its link no longer works.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'user_required', 'invitation_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request.incoming).id;
      const id = readId('invitation', request.params.id);
      await withdrawInvitation(pool, userActorOf(request.incoming), companyId, id);
      return reply.code(204).send();
    },
  );
};

const registerTakingRoutes = (server: FastifyInstance, options: InvitationRoutesOptions): void => {
  const { pool, throttle } = options;

  server.post<{ Body: InvitationToken }>(
    '/api/v1/invitations/view',
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'viewInvitation',
        tags,
        summary: 'What a link invites to',
        security: securityOf.anyone,
        body: refTo(InvitationToken),
        response: { 200: refTo(InvitationView), ...problemResponses(...bodyCodes, 'link_invalid') },
      },
    },
    async (request) => {
      throttle.checkAddress(request.incoming.source);
      const found = await openInvitation(pool, digestSecret(request.body.token));
      return {
        company_name: found.company_name,
        role: found.role,
        invited_by: found.invited_by,
        expires_at: found.expires_at.toISOString(),
      };
    },
  );

  server.post<{ Body: InvitationToken }>(
    '/api/v1/invitations/accept',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'acceptInvitation',
        tags,
        summary: 'Join the company that a link invites to',
        security: securityOf.user,
        body: refTo(InvitationToken),
        response: {
          200: refTo(SessionState),
          ...problemResponses(...bodyCodes, 'link_invalid', 'already_member'),
        },
      },
    },
    async (request) => {
      const actor = userActorOf(request.incoming);
      await inTransaction(pool, (client) =>
        joinByInvitation(client, actor, digestSecret(request.body.token)),
      );
      return await currentState(pool, request.incoming);
    },
  );
};

export const registerInvitationRoutes = (server: FastifyInstance, options: InvitationRoutesOptions): void => {
  for (const schema of [
    Invitation,
    CreatedInvitation,
    NewInvitation,
    MailedInvitation,
    InvitationToken,
    InvitationView,
  ]) {
    server.addSchema(schema);
  }
  registerManagingRoutes(server, options);
  registerMailRoute(server, options);
  registerTakingRoutes(server, options);
};
