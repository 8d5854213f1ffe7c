// Whether this browser can use passkeys here: it needs https or localhost, and a host name rather than a bare address.

export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** The same page under a host name, where passkeys work; null when it is not this machine. */
export function localhostAddress(): string | null {
  const { hostname, href } = window.location;
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return null;
  return href.replace(hostname, 'localhost');
}
