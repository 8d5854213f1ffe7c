// The people of a company: members and invitations, as the outside sees them.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { listOf } from './paging.ts';
import { emailAddress } from './text-fields.ts';
import { Time } from './time.ts';
import { type MemberRole, memberRoles, Secret } from './users.ts';

const Role = TextEnum(memberRoles, {
  description:
    '`viewer` reads. `operator` also sends, cancels and retries. `admin` also changes the company, its senders, webhooks, token and lesser members. `owner` may do everything.',
  examples: ['operator' satisfies MemberRole],
});

export const Member = Type.Object(
  {
    id: Id('user', 'The id of the user.'),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    has_second_factor: Type.Boolean(),
    joined_at: Time,
  },
  { $id: 'Member', description: 'A user who belongs to the company.' },
);
export type Member = Static<typeof Member>;
export const MemberList = listOf(Member);

export const MemberChange = Type.Object(
  { role: Role },
  { additionalProperties: false, $id: 'MemberChange', description: 'Another role.' },
);
export type MemberChange = Static<typeof MemberChange>;

export const NewInvitation = Type.Object(
  {
    role: Role,
    note: Type.Optional(
      Type.String({ maxLength: 100, description: 'Whom it is meant for.', examples: ['Omar, reception'] }),
    ),
  },
  { additionalProperties: false, $id: 'NewInvitation', description: 'Anyone with the link may join, once.' },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const MailedInvitation = Type.Object(
  {
    ...NewInvitation.properties,
    email: emailAddress('The address that the link is mailed to.', 'omar@example.com'),
  },
  {
    additionalProperties: false,
    $id: 'MailedInvitation',
    description: 'The link is mailed to this address only, which proves the address.',
  },
);
export type MailedInvitation = Static<typeof MailedInvitation>;

const invitation = {
  id: Id('invitation', 'The id of the invitation.'),
  role: Role,
  note: Type.String(),
  email: nullable(Type.String(), 'The address that the link was mailed to.'),
  invited_by: Type.String({ description: 'Name of the member who invited.' }),
  created_at: Time,
  expires_at: Time,
};

export const Invitation = Type.Object(invitation, {
  $id: 'Invitation',
  description: 'An invitation that has not been accepted yet.',
});
export type Invitation = Static<typeof Invitation>;
export const InvitationList = listOf(Invitation);

export const CreatedInvitation = Type.Object(
  {
    ...invitation,
    secret_link: Type.String({ description: 'Give it to the person you invite. Shown only now.' }),
  },
  { $id: 'CreatedInvitation', description: 'An invitation with its link.' },
);

export const InvitationToken = Type.Object(
  {
    token: Secret('From the link.'),
  },
  { additionalProperties: false, $id: 'InvitationToken', description: 'The secret part of an invitation.' },
);
export type InvitationToken = Static<typeof InvitationToken>;

export const InvitationView = Type.Object(
  { company_name: Type.String(), role: Role, invited_by: Type.String(), expires_at: Time },
  { $id: 'InvitationView', description: 'What a link invites to.' },
);
export type InvitationView = Static<typeof InvitationView>;
