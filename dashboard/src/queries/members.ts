// Who belongs to the company, as what, and who has been invited.

import type { Invitation, MailedInvitation, Member, NewInvitation } from '@hudhud/contract/members.ts';
import type { MemberRole } from '@hudhud/contract/people.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, patch, post, remove } from '../api.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await get<{ data: Member[] }>('/members', { signal })).data,
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => (await get<{ data: Invitation[] }>('/invitations', { signal })).data,
});

export interface CreatedInvitation extends Invitation {
  /** Whoever has it may join, once. */
  readonly secret_link: string;
}

export const inviteMember = (body: NewInvitation): Promise<CreatedInvitation> =>
  post<CreatedInvitation>('/invitations', { body });

/** Nobody but the reader of the mail gets its link. */
export const mailInvitation = (body: MailedInvitation): Promise<Invitation> =>
  post<Invitation>('/invitations/mail', { body });

export const withdrawInvitation = (id: string): Promise<unknown> =>
  remove(`/invitations/${encodeURIComponent(id)}`);

const pathOf = (id: string): string => `/members/${encodeURIComponent(id)}`;

export const changeMember = (id: string, role: MemberRole): Promise<Member> =>
  patch<Member>(pathOf(id), { body: { role } });

export const removeMember = (id: string): Promise<unknown> => remove(pathOf(id));
