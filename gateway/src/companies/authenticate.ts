// Who is asking: a company id and a token that belong together. Whatever is wrong, missing or foreign ends in the same
// refusal after the same work.

import { fromPublicId } from '../platform/ids.ts';
import { memoize } from '../platform/memo.ts';
import { equalDigests, type Secrets } from '../platform/secrets.ts';
import type { Company, CompanyDirectory } from './directory.ts';

export interface Credentials {
  readonly authorization: string | undefined;
  readonly companyId: string | string[] | undefined;
}

export interface Authenticator {
  /** The company, null when refused, or a promise of either when the company is not at hand. */
  authenticate(credentials: Credentials): Company | null | Promise<Company | null>;
}

const bearer = /^Bearer ([\x21-\x7e]{1,512})$/i;
const noDigest = Buffer.alloc(32);
const readCompanyId = memoize(10_000, (text) => fromPublicId('company', text));

export const createAuthenticator = (
  directory: CompanyDirectory,
  secrets: Secrets,
  now: () => number = Date.now,
  onUsed: (companyId: string, tokenId: string, at: number) => void = () => undefined,
): Authenticator => {
  const verify = (company: Company | null, token: string): Company | null => {
    const digest = secrets.digestToken(token);
    if (!company) {
      equalDigests(digest, noDigest);
      return null;
    }
    const time = now();
    let usedId: string | null = null;
    // No early exit: which of two tokens fits must not show in the time it takes.
    for (const known of company.tokens) {
      if (equalDigests(digest, known.digest) && known.expiresAt > time) usedId = known.id;
    }
    if (usedId === null) return null;
    onUsed(company.id, usedId, time);
    return company;
  };

  return {
    authenticate(credentials) {
      const token = bearer.exec(credentials.authorization ?? '')?.[1];
      const companyId =
        typeof credentials.companyId === 'string' ? readCompanyId(credentials.companyId) : null;
      if (token === undefined || companyId === null) return verify(null, token ?? '-');
      const company = directory.peek(companyId);
      if (company !== undefined) return verify(company, token);
      return directory.find(companyId).then((found) => verify(found, token));
    },
  };
};
