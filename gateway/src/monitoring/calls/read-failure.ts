// A failure as it lies in a text column, read back. What an older version wrote may lack a field; a page that explains
// failures must not fail over it.

import type { Failure } from '@hudhud/contract/failure.ts';

const parse = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : { detail: text };
  } catch {
    return { detail: text };
  }
};

export const readFailure = (text: string | null): Failure | null => {
  if (text === null) return null;
  const fields = parse(text);
  const read = (name: keyof Failure, otherwise = ''): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    code: read('code', 'unknown'),
    title: read('title', 'Something went wrong'),
    detail: read('detail'),
    cause: read('cause'),
    action: read('action'),
  };
};
