// Who belongs to the company, as what, and who has been invited.

import type { Invitation, MailedInvitation, Member, NewInvitation } from '@hudhud/contract/members.ts';
import type { MemberRole } from '@hudhud/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, patch, post, remove } from '../api.ts';
import { accountKeys } from './account.ts';
import { mutation } from './mutation.ts';

const memberKeys = { members: ['members'] as const, invitations: ['invitations'] as const };

export const membersQuery = queryOptions({
  queryKey: memberKeys.members,
  queryFn: async ({ signal }) => (await get<{ data: Member[] }>('/members', { signal })).data,
});

export const invitationsQuery = queryOptions({
  queryKey: memberKeys.invitations,
  queryFn: async ({ signal }) => (await get<{ data: Invitation[] }>('/invitations', { signal })).data,
});

export interface CreatedInvitation extends Invitation {
  /** A person with this link may join, once. */
  readonly secret_link: string;
}

export const inviteMember = mutation({
  mutationFn: (body: NewInvitation) => post<CreatedInvitation>('/invitations', { body }),
  changes: [memberKeys.invitations],
});

/** Only the reader of the mail gets its link. */
export const mailInvitation = mutation({
  mutationFn: (body: MailedInvitation) => post<Invitation>('/invitations/mail', { body }),
  changes: [memberKeys.invitations],
});

export const withdrawInvitation = mutation({
  mutationFn: (id: string) => remove(`/invitations/${encodeURIComponent(id)}`),
  changes: [memberKeys.invitations],
});

const pathOf = (id: string): string => `/members/${encodeURIComponent(id)}`;

/** It may be one's own role. */
export const changeMember = mutation({
  mutationFn: ({ id, role }: { id: string; role: MemberRole }) =>
    patch<Member>(pathOf(id), { body: { role } }),
  changes: [memberKeys.members, accountKeys.session],
});

export const removeMember = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [memberKeys.members],
});
