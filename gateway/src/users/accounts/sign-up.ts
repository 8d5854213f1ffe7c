// A new user: with a company of their own on a free trial, ready to send at once, or invited into one. The first of all takes over
// the company that the first start made. Where mail is sent,
// there is no user before the address is proven, and the answer is the same whether or not the address has an account.

import type { SignUp, SignUpConfirmation } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { type AuditActor, writeAudit } from '../../companies/audit/write-audit.ts';
import {
  type AlsoForCompany,
  type CreatedCompany,
  createCompanyIn,
  requireTimezone,
} from '../../companies/create-company.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { SendMail } from '../../platform/mail.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { hourMilliseconds } from '../../platform/time.ts';
import { joinByInvitation, openInvitation } from '../invitations/accept-invitation.ts';
import { accountExistsMail, signUpMail } from '../mails.ts';
import { insertMember } from '../members/queries.ts';
import { mailedLink } from '../passwords/mail-reset.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import { makeReset } from '../passwords/reset-password.ts';
import { insertUser, lockUsers } from '../queries.ts';
import { digestSecret, makeSecret, signUpLink } from '../secret-link.ts';
import { type SessionOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import { normalEmail } from './normal-email.ts';
import { deleteEndedSignUps, findSignUp, insertSignUp, type SignUpRow, takeSignUp } from './queries.ts';
import { takeOverCompanyIn } from './take-over-company.ts';

export const signUpHours = 24;

export interface CompanyMaker {
  readonly secrets: Secrets;
  readonly trialDays: number;
  /** Creates further parts of every new company, such as a simulated sender. */
  readonly alsoForCompany: AlsoForCompany | undefined;
}

export interface SignUpOptions extends CompanyMaker {
  readonly pool: pg.Pool;
  /** False: only who was invited. */
  readonly isOpen: boolean;
  /** Null: no mail server is set, so addresses are taken as typed. */
  readonly sendMail: SendMail | null;
  readonly publicUrl: () => string;
  readonly log: Log;
}

export interface SignedUpUser {
  readonly userId: string;
  /** The token of the new company; null for a user who was invited. */
  readonly token: string | null;
  readonly session: StartedSession;
}

const missing = (pointer: string, name: string): AppError => {
  const detail = `"${name}" is required.`;
  return fieldProblem('missing_field', { pointer }, detail);
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

/** A sign-up that was checked, before it becomes a user. */
type Applicant = Omit<SignUpRow, 'digest'>;

const readApplicant = async (options: SignUpOptions, body: SignUp): Promise<Applicant> => {
  const invitation = body.invitation_token;
  if (invitation === undefined && !options.isOpen) throw new AppError('sign_up_closed');
  const company = invitation === undefined ? readCompany(body) : null;
  const name = body.name.trim();
  const email = normalEmail(body.email);
  requireStrongPassword(body.password, '/password', [name, email, company?.name ?? '']);
  return {
    email,
    name,
    language: body.language ?? 'en',
    password_hash: await hashPassword(body.password),
    company_name: company?.name ?? null,
    timezone: company?.timezone ?? null,
    invitation_digest: invitation === undefined ? null : digestSecret(invitation),
  };
};

/** In a transaction that the caller has begun. */
const makeUser = async (
  client: pg.ClientBase,
  options: SignUpOptions,
  applicant: Applicant,
  origin: SessionOrigin,
  isEmailVerified: boolean,
): Promise<SignedUpUser> => {
  await lockUsers(client);
  const userId = newUuid();
  const { name, company_name: companyName, timezone, language, invitation_digest: invitation } = applicant;
  if (!(await insertUser(client, { ...applicant, id: userId }, isEmailVerified))) {
    throw new AppError('email_taken');
  }
  const actor = { kind: 'user', userId, name } as const;
  if (invitation) await joinByInvitation(client, actor, invitation);
  const company = companyName !== null && { name: companyName, timezone: timezone ?? 'UTC', language };
  const created =
    company &&
    ((await takeOverCompanyIn(client, options.secrets, actor, company)) ??
      (await createOwnCompanyIn(client, options, actor, company)));
  const session = await startSession(client, userId, origin);
  return { userId, token: created ? created.token : null, session };
};

/** Runs behind the answer, which therefore takes the same time for every address. */
const mailApplicant = async (options: SignUpOptions, sendMail: SendMail, applicant: Applicant) => {
  const { pool, publicUrl } = options;
  const { email } = applicant;
  const reset = await makeReset(pool, publicUrl(), email, mailedLink);
  if (reset) return await sendMail(accountExistsMail(reset.user, reset.link));
  const secret = makeSecret();
  await deleteEndedSignUps(pool);
  const expiresAt = new Date(Date.now() + signUpHours * hourMilliseconds);
  await insertSignUp(pool, { ...applicant, digest: digestSecret(secret), expiresAt });
  await sendMail(signUpMail(applicant, signUpLink(publicUrl(), secret), signUpHours));
};

/** Null: a mail is on its way, and the sign-up is completed by its link. */
export const signUp = async (
  options: SignUpOptions,
  body: SignUp,
  origin: SessionOrigin,
): Promise<SignedUpUser | null> => {
  const { pool, sendMail, log } = options;
  const applicant = await readApplicant(options, body);
  const { invitation_digest: digest, email } = applicant;
  const invitation = digest && (await openInvitation(pool, digest));
  // The invitation went to this address only, so a user who has it reads the mail of that address.
  const isProven = invitation !== null && invitation.email === email;
  if (!sendMail || isProven) {
    return await inTransaction(pool, (client) => makeUser(client, options, applicant, origin, isProven));
  }
  mailApplicant(options, sendMail, applicant).catch((error: unknown) =>
    log.error({ err: error }, 'the mail that confirms a sign-up could not be sent'),
  );
  return null;
};

/**
 * The link proves the address, the password that it is the same person who signed up. Without it, a user who follows
 * the link of a stranger's sign-up in their name would open an account that the stranger has the password of.
 */
export const confirmSignUp = async (
  options: SignUpOptions,
  { token, password }: SignUpConfirmation,
  origin: SessionOrigin,
): Promise<SignedUpUser> => {
  const { pool } = options;
  const applicant = await findSignUp(pool, digestSecret(token));
  if (!applicant) throw new AppError('link_invalid');
  if (!(await verifyPassword(password, applicant.password_hash))) throw new AppError('wrong_password');
  return await inTransaction(pool, async (client) => {
    if (!(await takeSignUp(client, applicant))) throw new AppError('link_invalid');
    return await makeUser(client, options, applicant, origin, true);
  });
};
