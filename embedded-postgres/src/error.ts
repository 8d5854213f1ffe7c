// The message for a person when the gateway's own database cannot be opened: one sentence that says what is wrong and
// what to do. The start command prints it as it stands, without a stack.

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The system's error code ("ENOENT") or PostgreSQL's ("57P03"), when the error carries one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
