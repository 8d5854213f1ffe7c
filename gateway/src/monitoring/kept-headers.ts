// The headers of a request that are worth keeping: those that change what it means. Who asked is never kept, what has a column of
// its own is not kept twice, and what only concerns the connection says nothing. An ordinary send keeps about 50 characters.

import { storableText } from '../platform/database/storable-text.ts';

const dull =
  /^(?:accept-encoding|authorization|connection|content-length|cookie|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade(?:-.*)?|user-agent|x-company-id|x-hudhud-.*|x-request-id|sec-.*)$/;
const secret = /auth|cookie|credential|key|pass|secret|session|signature|token/;
const headersMax = 20;
const valueCharactersMax = 200;

export const keptHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null => {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dull.test(name)) continue;
    count += 1;
    if (count > headersMax) break;
    const text = Array.isArray(value) ? value.join(', ') : value;
    kept[storableText(name, valueCharactersMax)] = secret.test(name)
      ? '[removed]'
      : storableText(text, valueCharactersMax);
  }
  return count === 0 ? null : JSON.stringify(kept);
};
