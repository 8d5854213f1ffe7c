// Authenticates a caller by a company id and a token that belong together. Anything wrong, missing or foreign ends in the
// same refusal after the same work. A named token that has ended, or comes from another network, gets its own refusal.

import { fromPublicId } from '../platform/ids.ts';
import { memoize } from '../platform/memo.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type Company, type CompanyDirectory, type CompanyToken, digestKey } from './directory.ts';

export interface Credentials {
  readonly authorization: string | undefined;
  readonly companyId: string | string[] | undefined;
  /** The caller's address. */
  readonly source: string;
}

export interface Caller {
  readonly company: Company;
  readonly token: CompanyToken;
  /** Why the token does not open the company although it is the company's; null: it does. */
  readonly refusal: 'token_expired' | 'token_network_refused' | null;
}

export interface Authenticator {
  /** The caller, null when unknown, or a promise of either when the company is not cached. */
  authenticate(credentials: Credentials): Caller | null | Promise<Caller | null>;
}

const bearer = /^Bearer ([\x21-\x7e]{1,512})$/i;
const readCompanyId = memoize(10_000, (text) => fromPublicId('company', text));

/** A socket that serves both families shows IPv4 callers as `::ffff:10.0.0.1`. */
const plainAddress = (source: string): string =>
  source.startsWith('::ffff:') && source.includes('.') ? source.slice(7) : source;

export const createAuthenticator = (
  directory: CompanyDirectory,
  secrets: Secrets,
  now: () => number = Date.now,
  onUsed: (companyId: string, tokenId: string, at: number) => void = () => undefined,
  onRefused: (companyId: string, source: string, at: number) => void = () => undefined,
): Authenticator => {
  const judge = (token: CompanyToken, source: string, time: number): Caller['refusal'] | 'unknown' => {
    // A company's own token in its grace period ends without a word, as a wrong one.
    if (token.expiresAt <= time) return token.name === null ? 'unknown' : 'token_expired';
    return token.networks === null || token.networks.holds(plainAddress(source))
      ? null
      : 'token_network_refused';
  };

  const verify = (company: Company | null, text: string, source: string): Caller | null => {
    // Before the company is looked at: an unknown one takes as long as a known one.
    const key = digestKey(secrets.digestToken(text));
    const token = company?.tokens.get(key);
    if (!company) return null;
    const time = now();
    const refusal = token ? judge(token, source, time) : 'unknown';
    if (!token || refusal === 'unknown') {
      onRefused(company.id, plainAddress(source), time);
      return null;
    }
    if (refusal === null) onUsed(company.id, token.id, time);
    return { company, token, refusal };
  };

  return {
    authenticate(credentials) {
      const token = bearer.exec(credentials.authorization ?? '')?.[1];
      const companyId =
        typeof credentials.companyId === 'string' ? readCompanyId(credentials.companyId) : null;
      const { source } = credentials;
      if (token === undefined || companyId === null) return verify(null, token ?? '-', source);
      const company = directory.peek(companyId);
      if (company !== undefined) return verify(company, token, source);
      return directory.find(companyId).then((found) => verify(found, token, source));
    },
  };
};
