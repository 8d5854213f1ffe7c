// Whether this browser can use passkeys here: it needs https or localhost, and a host name rather than a bare address.

export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);
