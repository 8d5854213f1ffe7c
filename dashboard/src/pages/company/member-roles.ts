// Who may do what to whom among the members of a company, as the gateway has it.

import type { MemberRole } from '@hudhud/contract/users.ts';

const rank: Record<MemberRole, number> = { viewer: 0, operator: 1, admin: 2, owner: 3 };

/** From the least to the most. */
export const memberRoles = Object.keys(rank) as MemberRole[];

/** Owners decide about everybody, admins about those below them. */
export const mayDecideAbout = (own: MemberRole | undefined, other: MemberRole): boolean =>
  own === 'owner' || (own === 'admin' && rank[other] < rank.admin);
