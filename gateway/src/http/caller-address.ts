// Which addresses of X-Forwarded-For are believed. Every proxy appends the address it was called from, so only the entries
// that our own proxies appended are true; everything before them was written by the caller.

import type { FastifyServerOptions } from 'fastify';

export type TrustedProxies = false | number | readonly string[];

export const toTrustProxy = (trusted: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (trusted === false) return false;
  // Asked with 0 for the connection itself, with 1 for the last entry, and so on; the first that is not trusted is the caller.
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted;
  return [...trusted];
};
