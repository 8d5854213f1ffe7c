// Who is signed in, and how that is told to the gateway. Today it is a company id and its security token, kept in
// sessionStorage so that closing the tab forgets them; accounts with a cookie will replace the inside of this file.

const storageKey = 'hudhud.session';

export interface Session {
  readonly companyId: string;
  readonly token: string;
}

export function readSession(): Session | null {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return null;
  const [companyId, token] = stored.split('\n');
  return companyId && token ? { companyId, token } : null;
}

export function saveSession(session: Session): void {
  sessionStorage.setItem(storageKey, `${session.companyId}\n${session.token}`);
}

export function forgetSession(): void {
  sessionStorage.removeItem(storageKey);
}

/** The headers that say who is asking; none when nobody is signed in. */
export function sessionHeaders(session: Session | null): Record<string, string> {
  if (session === null) return {};
  return { Authorization: `Bearer ${session.token}`, 'X-Company-ID': session.companyId };
}
