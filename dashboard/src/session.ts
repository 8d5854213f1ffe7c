// Which company the pages are about. Who is signed in, the cookie says, which the gateway sets and no script can read. The
// choice is per tab, so that two tabs can show two companies; a new tab begins with the last one chosen.

const storageKey = 'hudhud.company';

export function readCompanyId(): string | null {
  return sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
}

export function chooseCompany(id: string): void {
  sessionStorage.setItem(storageKey, id);
  localStorage.setItem(storageKey, id);
}

export function forgetCompany(): void {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
}

/** The header that says which company is meant; none before one is chosen. */
export function companyHeader(): Record<string, string> {
  const id = readCompanyId();
  return id === null ? {} : { 'X-Company-ID': id };
}
