// Identifies a caller by a cookie. It costs a query per request, so a user who was signed out, removed or given another
// role is that with their very next request. Requests by token never come here.

import type { FastifyRequest } from 'fastify';
import type { Company, CompanyDirectory } from '../companies/directory.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/http/incoming-request.ts';
import { isRead, type RouteAccess } from '../platform/http/route-access.ts';
import { fromPublicId } from '../platform/ids.ts';
import { isSecure } from '../users/sessions/carry-session.ts';
import type { FindSignedIn } from '../users/sessions/find-signed-in.ts';
import { isFromDashboard, isFromElsewhere } from '../users/sessions/same-site.ts';
import { readSessionCookie } from '../users/sessions/session-cookie.ts';

/** A refusal is a value: the entrance counts it against the caller's address before it is answered. */
export type Visitor =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly company: Company | null }
  | { readonly kind: 'refused'; readonly refusal: AppError };

export interface SessionEntrance {
  identify(request: FastifyRequest, access: RouteAccess): Promise<Visitor>;
  /** Whether another site made a browser send this. */
  isFromElsewhere(request: FastifyRequest): boolean;
}

export interface SessionEntranceOptions {
  readonly findSignedIn: FindSignedIn;
  readonly directory: CompanyDirectory;
  readonly publicUrl: () => string;
}

const refuse = (code: ConstructorParameters<typeof AppError>[0]): Visitor => ({
  kind: 'refused',
  refusal: new AppError(code),
});

const readCompanyId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? fromPublicId('company', header) : null;

export const createSessionEntrance = (options: SessionEntranceOptions): SessionEntrance => {
  const { findSignedIn, directory, publicUrl } = options;
  const placeOf = ({ headers, host }: FastifyRequest) => ({ headers, host });

  return {
    async identify(request, access) {
      const secret = readSessionCookie(request.headers.cookie, isSecure(request, options));
      if (secret === null) return refuse(access === 'company' ? 'invalid_credentials' : 'not_signed_in');
      if (!isRead(request.method) && !isFromDashboard(placeOf(request), publicUrl())) {
        return refuse('cross_site_refused');
      }
      const companyId = access === 'user' ? null : readCompanyId(request.headers['x-company-id']);
      const signedIn = await findSignedIn(secret, companyId);
      if (!signedIn) return refuse('not_signed_in');
      if (access === 'user') return { kind: 'signed-in', signedIn, company: null };
      if (companyId === null || signedIn.role === null) return refuse('not_a_member');
      const company = directory.peek(companyId) ?? (await directory.find(companyId));
      return company ? { kind: 'signed-in', signedIn, company } : refuse('not_a_member');
    },
    isFromElsewhere: (request) => isFromElsewhere(placeOf(request), publicUrl()),
  };
};
