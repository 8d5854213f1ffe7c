// The secret part of a link. It stands behind the number sign, which browsers never send, and is kept for this tab when
// its owner has to sign in first.

const storageKey = (page: string): string => `hudhud.link.${page}`;

/** Null: the address is not complete, and nothing was kept. */
export function readLinkSecret(page: string): string | null {
  const inAddress = window.location.hash.slice(1);
  return inAddress === '' ? sessionStorage.getItem(storageKey(page)) : inAddress;
}

export const keepLinkSecret = (page: string, secret: string): void =>
  sessionStorage.setItem(storageKey(page), secret);

export const forgetLinkSecret = (page: string): void => sessionStorage.removeItem(storageKey(page));
