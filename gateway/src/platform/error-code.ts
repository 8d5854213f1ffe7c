// The code by which an error of Node, of a library or of PostgreSQL is known.

/** Empty when it has none. */
export const errorCode = (error: unknown): string =>
  String((error as { code?: unknown } | null | undefined)?.code ?? '');
