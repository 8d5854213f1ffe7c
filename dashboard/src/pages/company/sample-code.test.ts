import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from './sample-code.ts';

const companyId = 'co_01kagx5p9ne0ps4a2v7qk3m8dz';
const awkward = `it's $5 "now" \\ #{x}`;

const write = (language: string, token: string | null, origin = 'https://wa.example.com'): string =>
  samples
    .find((sample) => sample.language === language)
    ?.write({ origin, companyId, token, text: awkward }) ?? '';

describe('every sample', () => {
  it.each(samples.map(({ language }) => language))('%s has the address and the company id', (language) => {
    const code = write(language, null);
    expect(code).toContain('https://wa.example.com/api/v1/messages/send');
    expect(code).toContain(companyId);
    expect(code).toContain('HUDHUD_TOKEN');
  });
});

describe('the Node.js sample', () => {
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  it('sends what the API takes, also with a token and a text full of quotes', async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const token = `Q7'"w#z$k%J\\m&p*R(t)9~x{L}`;
    const code = write('Node.js', token, origin);
    await import(`data:text/javascript,${encodeURIComponent(code.replace('console.log', 'void '))}`);
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${token}`, 'x-company-id': companyId });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ to: '+966501234567', message: awkward });
  });
});

describe('the curl sample', () => {
  it('is one command that a shell reads as it was meant', () => {
    const token = `Q7'"w#z$k%J\\m&p*R(t)9~x{L}`;
    const shown = execFileSync('sh', ['-c', write('curl', token).replace('curl ', 'printf "%s\\n" ')], {
      encoding: 'utf8',
    });
    expect(shown).toContain(`Authorization: Bearer ${token}\n`);
    expect(shown).toContain(JSON.stringify({ to: '+966501234567', message: awkward }));
  });
});
