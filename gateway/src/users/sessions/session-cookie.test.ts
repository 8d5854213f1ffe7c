import { describe, expect, it } from 'vitest';
import { makeSecret } from '../secret-link.ts';
import { endedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';

const secret = makeSecret();
const expiresAt = new Date('2026-12-15T09:30:00Z');

describe('the session cookie', () => {
  it('is out of reach for scripts and other sites, and on https for subdomains and plain http', () => {
    expect(sessionCookie(secret, expiresAt, true)).toBe(
      `__Host-hudhud_session=${secret}; Expires=Tue, 15 Dec 2026 09:30:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure`,
    );
  });

  it('has a plain name on plain http, where browsers refuse the other', () => {
    expect(sessionCookie(secret, expiresAt, false)).toBe(
      `hudhud_session=${secret}; Expires=Tue, 15 Dec 2026 09:30:00 GMT; Path=/; HttpOnly; SameSite=Lax`,
    );
  });

  it('ends at once when it is taken away', () => {
    expect(endedSessionCookie(true)).toBe(
      '__Host-hudhud_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });
});

describe('reading it', () => {
  it('finds it among others', () => {
    expect(readSessionCookie(`a=1; hudhud_session=${secret}; b=2`, false)).toBe(secret);
    expect(readSessionCookie(`__Host-hudhud_session=${secret}`, true)).toBe(secret);
  });

  it.each([
    ['nothing', undefined, false],
    ['an empty text', '', false],
    ['another cookie', 'session=1', false],
    ['a name that only ends like it', `xhudhud_session=${makeSecret()}`, false],
    ['the plain name on https, which a subdomain could set', `hudhud_session=${makeSecret()}`, true],
    ['a text that we never made', 'hudhud_session=short', false],
    ['a text that is too long', `hudhud_session=${makeSecret()}x`, false],
  ])('finds none in %s', (_name, header, isSecure) => {
    expect(readSessionCookie(header, isSecure)).toBeNull();
  });
});
