// The page that every problem's `type` leads to: each error code with its cause and what to do.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import type { FastifyInstance } from 'fastify';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const style = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
  section { margin: 2rem 0; scroll-margin-top: 1rem; }
  section:target { outline: 2px solid #b5562b; outline-offset: .75rem; border-radius: .25rem; }
  h2 { font-size: 1.05rem; margin: 0; } h2 code { color: #b5562b; }
  p { margin: .25rem 0; } code { font-size: .9em; }`;

const page = (): string => {
  const sections = Object.entries(errorCatalogue).map(
    ([code, entry]) => `
    <section id="${code}">
      <h2><code>${code}</code> · ${entry.status}</h2>
      <p><strong>${escapeHtml(entry.title)}.</strong> ${withCode(entry.cause)}</p>
      <p>${withCode(entry.action)}</p>
    </section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Errors · Hudhud</title><style>${style}</style></head>
<body><main><h1>Errors</h1>
<p>Every error answer carries one of these codes. A code never changes its meaning.</p>${sections.join('')}
</main></body></html>`;
};

export const registerErrorsPage = (server: FastifyInstance): void => {
  const html = page();
  server.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return reply.type('text/html; charset=utf-8').send(html);
  });
};
