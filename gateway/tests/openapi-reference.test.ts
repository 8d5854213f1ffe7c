// The API reference is served by the gateway itself, with a policy that lets nothing in from elsewhere.

import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();

describe('GET /docs', () => {
  it('is a page without a script of its own, and with a strict policy', async () => {
    const { status, headers, text } = await gateway.call('GET', '/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toMatch(/https?:|\*/);
    expect(text).not.toMatch(/<script>|https?:\/\//);
  });

  it('is the same with a slash at its end', async () => {
    expect((await gateway.call('GET', '/docs/')).status).toBe(200);
  });

  it('asks for both credentials, for no fonts, and sends no telemetry', async () => {
    const { text, headers } = await gateway.call('GET', '/docs/start.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toContain("[['token', 'companyId']]");
    expect(text).toContain('withDefaultFonts: false');
    expect(text).toContain('telemetry: false');
  });

  it('draws itself with a script of ours that browsers keep', async () => {
    const { headers, body } = await request(`${gateway.address}/docs/reference.js`);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(gunzipSync(Buffer.from(await body.arrayBuffer())).toString()).toContain('createApiReference');
    const again = await request(`${gateway.address}/docs/reference.js`, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(await again.body.text()).toBe('');
  });

  it('leaves the page of errors where it was', async () => {
    const { status, text } = await gateway.call('GET', '/docs/errors');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Errors</h1>');
  });
});
