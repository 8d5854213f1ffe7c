// Search parameters as plain text. The router's own format is JSON, which turns a phone number into a number and
// wraps what it keeps as text in quotes; links to filters should be readable and writable by hand.

export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifyPlainSearch(search: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  // A colon and a slash are allowed in a query and far easier to read.
  const text = parameters.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}
