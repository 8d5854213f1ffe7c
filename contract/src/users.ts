// Users, their sessions, and the companies they belong to, as the outside sees them.

import Type, { type Static } from 'typebox';
import { body } from './body.ts';
import { CompanyName, companyPlans, Language, Timezone } from './companies.ts';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { passwordCharactersMin } from './input-limits.ts';
import { nullable } from './nullable.ts';
import { listOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { emailAddress, filledText } from './text-fields.ts';
import { Time } from './time.ts';

/** From the least to the most. Each may do all that the ones before it may. */
export const memberRoles = ['viewer', 'operator', 'admin', 'owner'] as const;
export type MemberRole = (typeof memberRoles)[number];

const passwordCharactersMax = 200;
const nameCharactersMax = 100;
const secretCharactersMax = 200;

const PersonName = filledText(nameCharactersMax, 'Name of the person.', 'Layla Haddad');

const Email = emailAddress('E-mail address; capital letters do not matter.', 'layla@example.com');

const Password = (description: string) =>
  Type.String({ maxLength: passwordCharactersMax, description, examples: ['violet-harbour-47'] });

const NewPassword = Password(
  `A new password: ${passwordCharactersMin} characters or more, and none that everybody tries first.`,
);

/** The secret part of a link. */
export const Secret = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: secretCharactersMax,
    description,
    examples: ['pQ5oTrtqCJ0xgNB6fVb1Hk9yXs3mWe7uZa2dLc4iRvE'],
  });

const Code = Type.String({
  maxLength: 40,
  description: 'Six digits from the authenticator app, or one of the recovery codes.',
  examples: ['492039'],
});

export const WaysIn = Type.Object(
  {
    sign_up: TextEnum(['open', 'invited'], {
      description: '`open`: anybody may start a free trial. `invited`: only who was invited.',
    }),
    has_users: Type.Boolean({ description: 'False: no account exists yet.' }),
    sends_mail: Type.Boolean({
      description:
        'Addresses are proven by mail at sign-up, and links for forgotten passwords are mailed. Otherwise addresses are taken as typed, and the operator prints such links.',
    }),
  },
  { $id: 'WaysIn', description: 'How people get into this gateway.' },
);
export type WaysIn = Static<typeof WaysIn>;

export const SignUp = body('SignUp', 'A new user, with a company of their own or invited into one.', {
  name: PersonName,
  email: Email,
  password: NewPassword,
  language: Type.Optional(Language),
  company_name: Type.Optional(CompanyName),
  timezone: Type.Optional(Timezone),
  invitation_token: Type.Optional(
    Secret('From an invitation link: the user joins that company instead of starting one.'),
  ),
});
export type SignUp = Static<typeof SignUp>;

export const SignUpStarted = Type.Object(
  {
    status: Type.Literal('confirmation_sent'),
    valid_hours: Type.Integer({ description: 'So long the link in the mail works.' }),
  },
  {
    $id: 'SignUpStarted',
    description:
      'A mail is on its way to the address. It holds a link that completes the sign-up, or says that there is an account already.',
  },
);
export type SignUpStarted = Static<typeof SignUpStarted>;

export const SignUpConfirmation = body(
  'SignUpConfirmation',
  'Proves the address, and who signed up with it.',
  {
    token: Secret('From the link in the mail.'),
    password: Password('The password that was chosen at sign-up.'),
  },
);
export type SignUpConfirmation = Static<typeof SignUpConfirmation>;

export const SignIn = body(
  'SignIn',
  'E-mail, password, and the code of users with two-factor authentication.',
  {
    email: Email,
    password: Password('The password.'),
    code: Type.Optional(Code),
  },
);
export type SignIn = Static<typeof SignIn>;

export const UserChange = body('UserChange', 'What is left out stays.', {
  name: Type.Optional(PersonName),
  language: Type.Optional(Language),
});
export type UserChange = Static<typeof UserChange>;

export const PasswordChange = body('PasswordChange', 'A new password in place of the old one.', {
  current_password: Password('The password until now.'),
  new_password: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const ForgottenPassword = body('ForgottenPassword', 'Whose password was forgotten.', { email: Email });
export type ForgottenPassword = Static<typeof ForgottenPassword>;

export const PasswordReset = body('PasswordReset', 'A new password, by a link.', {
  token: Secret('From the link.'),
  password: NewPassword,
});
export type PasswordReset = Static<typeof PasswordReset>;

export const ResetToken = body('ResetToken', 'The secret part of a link.', {
  token: Secret('From the link.'),
});
export type ResetToken = Static<typeof ResetToken>;

export const PasswordResetView = Type.Object(
  {
    passkeys: Type.Array(Type.String(), { description: 'Names of the passkeys that it removes.' }),
    sessions: Type.Integer({ description: 'Browsers that it signs out.' }),
    removes_second_factor: Type.Boolean({
      description:
        'True when it proves the address for the first time: the person who set up two-factor authentication never proved it.',
    }),
  },
  { $id: 'PasswordResetView', description: 'Which other ways in a new password by this link closes.' },
);
export type PasswordResetView = Static<typeof PasswordResetView>;

export const PasswordProof = body('PasswordProof', 'That it is really the user who asks.', {
  password: Password('The password.'),
});
export type PasswordProof = Static<typeof PasswordProof>;

export const UserDeletion = body('UserDeletion', 'That it is really the user who leaves.', {
  password: Password('The password.'),
  code: Type.Optional(Code),
});
export type UserDeletion = Static<typeof UserDeletion>;

export const SecondFactorStart = Type.Object(
  {
    secret: Type.String({ description: 'To type into an authenticator app.' }),
    secret_uri: Type.String({ description: 'The same as an otpauth address, to be shown as a QR code.' }),
  },
  { $id: 'SecondFactorStart', description: 'Not in force until a code confirms it.' },
);
export type SecondFactorStart = Static<typeof SecondFactorStart>;

export const SecondFactorCode = body('SecondFactorCode', 'A code from the authenticator app.', {
  code: Type.String({ pattern: '^\\d{6}$', description: 'Six digits.', examples: ['492039'] }),
});
export type SecondFactorCode = Static<typeof SecondFactorCode>;

export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Each works once; shown only now.' }) },
  { $id: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const User = Type.Object(
  {
    id: Id('user', 'The id of the user.'),
    name: Type.String(),
    email: Type.String(),
    is_email_verified: Type.Boolean({ description: 'The user has shown that they read this address.' }),
    language: Language,
    is_operator: Type.Boolean({ description: 'Sees the names and plans of all companies.' }),
    has_second_factor: Type.Boolean(),
    recovery_codes_left: Type.Integer(),
  },
  { $id: 'User', description: 'A user of the dashboard.' },
);
export type User = Static<typeof User>;

export const OwnCompany = Type.Object(
  {
    id: Id('company', 'The company id.'),
    name: Type.String(),
    timezone: Type.String(),
    plan: TextEnum(companyPlans),
    trial_ends_at: nullable(Time),
    role: TextEnum(memberRoles, { description: 'What the user may do in it.' }),
    store_count: Type.Integer({ description: 'How many stores it has.' }),
  },
  { $id: 'OwnCompany', description: 'A company that the user belongs to.' },
);
export type OwnCompany = Static<typeof OwnCompany>;

const CompanyList = Type.Array(refTo(OwnCompany));

export const SessionState = Type.Object(
  { user: refTo(User), companies: CompanyList, expires_at: Time },
  { $id: 'SessionState', description: 'Who is signed in, and to which companies they belong.' },
);
export type SessionState = Static<typeof SessionState>;

export const SignedUp = Type.Object(
  {
    user: refTo(User),
    companies: CompanyList,
    expires_at: Time,
    token: nullable(
      Type.String(),
      'Security token of the new company, shown only now. Null for invited users.',
    ),
  },
  { $id: 'SignedUp', description: 'The new user is signed in.' },
);
export type SignedUp = Static<typeof SignedUp>;

export const Session = Type.Object(
  {
    id: Id('session', 'The id of the session.'),
    is_current: Type.Boolean({ description: 'It is the one that asks.' }),
    created_at: Time,
    last_seen_at: Time,
    expires_at: Time,
    source: Type.String({ description: 'The address it was started from.' }),
    user_agent: nullable(Type.String()),
  },
  { $id: 'Session', description: 'One browser in which the user is signed in.' },
);
export type Session = Static<typeof Session>;
export const SessionList = listOf(Session);
