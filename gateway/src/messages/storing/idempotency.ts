// Idempotency-Key: the caller's promise that two requests mean the same message.

import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { sweepKeys } from './queries.ts';

export { sweepKeys };

const bareKey = /^[\x21-\x7e]{1,255}$/;
const quotedKey = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** The key in a header, quoted (as the standard has it) or bare (as most clients send it), or null without one. */
export const readIdempotencyKey = (header: string | null): string | null => {
  if (header === null) return null;
  const quoted = quotedKey.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1');
  const key = quoted ?? header;
  if (bareKey.test(key) && (quoted !== undefined || !key.includes('"'))) return key;
  throw new AppError('invalid_idempotency_key', {
    errors: [
      {
        code: 'invalid_idempotency_key',
        parameter: 'Idempotency-Key',
        detail: 'The key must have 1 to 255 visible ASCII characters, bare or in double quotes.',
      },
    ],
  });
};

/** Sorted by name at every level, and without what was left out. */
const canonical = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([one], [two]) => (one < two ? -1 : 1))
        .map(([name, part]) => [name, canonical(part)])
    : value;

/** Distinguishes messages. Both send paths mean the same thing, so it is computed over the meaning, not the bytes. */
export const fingerprintOf = (command: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(command)))
    .digest();

/** Keys of requests that this process has admitted and not answered yet. */
export interface KeysInProgress {
  /** Runs `work` as the only one with this key, or refuses when another is under way. */
  run<Result>(companyId: string, key: string | null, work: () => Promise<Result>): Promise<Result>;
}

export const createKeysInProgress = (): KeysInProgress => {
  const inProgress = new Set<string>();
  return {
    async run(companyId, key, work) {
      if (key === null) return await work();
      const name = `${companyId} ${key}`;
      if (inProgress.has(name)) throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
      inProgress.add(name);
      try {
        return await work();
      } finally {
        inProgress.delete(name);
      }
    },
  };
};
