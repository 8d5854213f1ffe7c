// The declaration of who may call a route, in the `config` of its options. A route without one is for the company: its
// token, or a member who may read or operate.

import 'fastify';
import { type MemberRole, memberRoles } from '@hudhud/contract/users.ts';

/**
 * `company`: the company's token, or a member by their session. `member`: a member only. `user`: any signed-in user,
 * no company needed. `anyone`: no credentials needed.
 */
export type RouteAccess = 'company' | 'member' | 'user' | 'anyone';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** The least role in the company that may call it. */
    role?: MemberRole;
  }
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** By default viewers may read a route, and operators may call one that changes something. */
export const neededRole = (method: string, role: MemberRole | undefined): MemberRole =>
  role ?? (isRead(method) ? 'viewer' : 'operator');

export const hasRole = (role: MemberRole, needed: MemberRole): boolean =>
  memberRoles.indexOf(role) >= memberRoles.indexOf(needed);

/** The `security` of a route in the API reference, where it is not the company's token. */
export const securityOf: Readonly<Record<Exclude<RouteAccess, 'company'>, Record<string, string[]>[]>> = {
  member: [{ session: [], companyId: [] }],
  user: [{ session: [] }],
  anyone: [],
};
