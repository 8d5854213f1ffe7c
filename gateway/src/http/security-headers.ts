// Headers on every answer for browsers: do not guess another content type, do not run or frame it, send no referrer.
// Pages set a Content-Security-Policy of their own over the one here.

import type { FastifyInstance, FastifyReply } from 'fastify';

const always = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // None of our pages needs these. Short on purpose: it is sent with every answer.
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A year, for this name only: what else runs under the operator's domain is not ours to decide. */
const behindTls = { ...always, 'strict-transport-security': 'max-age=31536000' };

export interface SecurityHeadersOptions {
  readonly publicUrl: () => string;
}

const headersFor = ({ publicUrl }: SecurityHeadersOptions): typeof always =>
  publicUrl().startsWith('https:') ? behindTls : always;

/** As lines of an answer that is written on a bare socket. */
export const securityHeaderLines = (options: SecurityHeadersOptions): string =>
  Object.entries(headersFor(options))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

export const setSecurityHeaders = (reply: FastifyReply, options: SecurityHeadersOptions): void => {
  reply.headers(headersFor(options));
};

export const registerSecurityHeaders = (server: FastifyInstance, options: SecurityHeadersOptions): void => {
  server.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply, options);
    done();
  });
};
