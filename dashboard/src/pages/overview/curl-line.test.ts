import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

/** Splits the line as a real shell does, one argument per line of output. */
function shellArguments(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; HUDHUD_TOKEN=from-env; ${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const line = (token: string, text = 'Hi') =>
  shellArguments(curlLine({ origin: 'https://gateway.example', companyId: 'co_1', token, text }));

it('is one command with the address, the headers and a JSON body', () => {
  expect(line('abc')).toEqual([
    'https://gateway.example/api/v1/messages/send',
    '-H',
    'Authorization: Bearer abc',
    '-H',
    'X-Company-ID: co_1',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"to":"+966501234567","message":"Hi"}',
  ]);
});

it('takes the token from the environment when it is the placeholder', () => {
  expect(line('$HUDHUD_TOKEN')).toContain('Authorization: Bearer from-env');
});

it('carries any token and any text through the shell unchanged', () => {
  const token = 'a"b$HOME`id`\\c\'!';
  expect(line(token)).toContain(`Authorization: Bearer ${token}`);
  expect(line('abc', `it's "fine" $HOME`)).toContain(
    JSON.stringify({ to: '+966501234567', message: `it's "fine" $HOME` }),
  );
});
