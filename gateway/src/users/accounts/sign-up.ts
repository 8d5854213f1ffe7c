// A new user: with a company of their own on a free trial, ready to send at once, or invited into one.

import type { SignUp } from '@hudhud/contract/people.ts';
import type pg from 'pg';
import { type AuditActor, writeAudit } from '../../companies/audit/write-audit.ts';
import {
  type AlsoForCompany,
  type CreatedCompany,
  createCompanyIn,
  requireTimezone,
} from '../../companies/create-company.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { joinByInvitation } from '../invitations/accept-invitation.ts';
import { insertMember } from '../members/queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import { insertUser, lockUsers } from '../queries.ts';
import { type SessionOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import { normalEmail } from './normal-email.ts';

export interface CompanyMaker {
  readonly secrets: Secrets;
  readonly trialDays: number;
  /** What every new company gets besides, such as a simulated sender. */
  readonly alsoForCompany: AlsoForCompany | undefined;
}

export interface SignUpOptions extends CompanyMaker {
  readonly pool: pg.Pool;
  /** False: only who was invited. */
  readonly isOpen: boolean;
}

export interface SignedUpUser {
  readonly userId: string;
  /** Of the new company; null for whoever was invited. */
  readonly token: string | null;
  readonly session: StartedSession;
}

const missing = (pointer: string, name: string): AppError => {
  const detail = `"${name}" is required.`;
  return new AppError('missing_field', { detail, errors: [{ code: 'missing_field', pointer, detail }] });
};

/** The company of a user, in a transaction that the caller has begun. */
export const createOwnCompanyIn = async (
  client: pg.ClientBase,
  options: CompanyMaker,
  actor: Extract<AuditActor, { kind: 'user' }>,
  company: Pick<Parameters<typeof createCompanyIn>[2], 'name' | 'timezone' | 'language'>,
): Promise<CreatedCompany> => {
  const created = await createCompanyIn(
    client,
    options.secrets,
    { ...company, plan: 'trial', trialDays: options.trialDays },
    options.alsoForCompany,
  );
  const { companyId } = created;
  await insertMember(client, companyId, actor.userId, 'owner');
  await writeAudit(client, actor, { companyId, action: 'create_company', data: { name: company.name } });
  return created;
};

const readCompany = (body: SignUp) => {
  if (body.company_name === undefined) throw missing('/company_name', 'company_name');
  return {
    name: body.company_name.trim(),
    timezone: requireTimezone(body.timezone ?? 'UTC'),
    language: body.language,
  };
};

export const signUp = async (
  options: SignUpOptions,
  body: SignUp,
  origin: SessionOrigin,
): Promise<SignedUpUser> => {
  const invitation = body.invitation_token;
  if (invitation === undefined && !options.isOpen) throw new AppError('sign_up_closed');
  const company = invitation === undefined ? readCompany(body) : null;
  const name = body.name.trim();
  const email = normalEmail(body.email);
  requireStrongPassword(body.password, '/password', [name, email, company?.name ?? '']);
  const passwordHash = await hashPassword(body.password);
  const userId = newUuid();
  return await inTransaction(options.pool, async (client) => {
    await lockUsers(client);
    const user = { id: userId, email, name, language: body.language ?? 'en', password_hash: passwordHash };
    if (!(await insertUser(client, user))) throw new AppError('email_taken');
    const actor = { kind: 'user', userId, name } as const;
    if (invitation !== undefined) await joinByInvitation(client, actor, invitation);
    const created = company && (await createOwnCompanyIn(client, options, actor, company));
    const session = await startSession(client, userId, origin);
    return { userId, token: created?.token ?? null, session };
  });
};
