import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { requestCodes } from './request-code.ts';

const body = JSON.stringify({ to: '+966501234567', message: `It's "50%" off: $HOME \\n \u{1F54A} \`date\`` });
const request = {
  origin: 'http://127.0.0.1:3000',
  companyId: 'co_1',
  method: 'POST',
  path: '/api/v1/messages/send?a=1&b=2',
  body,
};
const write = (language: string, values = request as Parameters<(typeof requestCodes)[number]['write']>[0]) =>
  requestCodes.find((one) => one.language === language)?.write(values) ?? '';

describe('a request as a program', () => {
  it('gives a shell exactly the body that was kept', () => {
    // The shell itself says what it would hand to curl.
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${write('curl')}`;
    const given = execFileSync('sh', ['-c', script], { env: { HUDHUD_TOKEN: 'tok' } })
      .toString()
      .split('\0');
    expect(given).toContain(body);
    expect(given).toContain('Authorization: Bearer tok');
    expect(given).toContain('http://127.0.0.1:3000/api/v1/messages/send?a=1&b=2');
  });

  it('gives Node.js exactly the body that was kept', async () => {
    const code = write('Node.js').replaceAll('await ', '');
    const run = new Function('fetch', 'process', 'console', code);
    let sent: { body?: string; headers?: Record<string, string> } = {};
    const fetch = (_: string, init: typeof sent) => {
      sent = init;
      return { status: 200, text: () => '' };
    };
    run(fetch, { env: { HUDHUD_TOKEN: 'tok' } }, { log: () => undefined });
    expect(sent.body).toBe(body);
    expect(sent.headers?.Authorization).toBe('Bearer tok');
  });

  it('holds no token and leaves out what is not there', () => {
    for (const { language } of requestCodes) {
      const code = write(language, { ...request, body: null });
      expect(code, language).toContain('HUDHUD_TOKEN');
      expect(code, language).not.toContain('Content-Type');
    }
  });
});
