// The cookie that holds a session. On https its name begins with `__Host-`, which makes browsers refuse it from
// subdomains and plain http.

const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-hudhud_session' : 'hudhud_session');

/** Exactly what we make: 32 bytes in base64url. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export const readSessionCookie = (header: string | undefined, isSecure: boolean): string | null => {
  const prefix = `${nameOf(isSecure)}=`;
  for (const part of (header ?? '').split(';')) {
    const text = part.trim();
    if (!text.startsWith(prefix)) continue;
    const secret = text.slice(prefix.length);
    return secretPattern.test(secret) ? secret : null;
  }
  return null;
};

const attributes = (isSecure: boolean): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

export const sessionCookie = (secret: string, expiresAt: Date, isSecure: boolean): string =>
  `${nameOf(isSecure)}=${secret}; Expires=${expiresAt.toUTCString()}; ${attributes(isSecure)}`;

export const endedSessionCookie = (isSecure: boolean): string =>
  `${nameOf(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`;
