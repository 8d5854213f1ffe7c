import { describe, expect, test } from 'vitest';
import {
  findCurl,
  installSeconds,
  missingLabels,
  saysHowToSetToken,
  saysItInstalls,
} from './read-greeting.ts';

const greeting = `
Dependencies installed in 31 s.
Hudhud is ready.

  Address     http://localhost:3000
  Dashboard   http://localhost:3000/
  Company ID  cmp_1
  Token       hh_secret

Send your first message:

curl -X POST http://localhost:3000/api/v1/messages/send \\
  -H 'Authorization: Bearer hh_secret' \\
  -d '{"to":"+966501234567","message":"Hello"}'

Press Ctrl-C to stop.
`;

describe('the greeting', () => {
  test('holds a curl command over several lines', () => {
    expect(findCurl(greeting)).toBe(
      "curl -X POST http://localhost:3000/api/v1/messages/send \\\n  -H 'Authorization: Bearer hh_secret' \\\n" +
        '  -d \'{"to":"+966501234567","message":"Hello"}\'',
    );
  });

  test('holds no curl command until the last line of it is there', () => {
    expect(findCurl(greeting.slice(0, greeting.indexOf('  -d')))).toBeUndefined();
    expect(findCurl(greeting.slice(0, greeting.indexOf('"message"')))).toBeUndefined();
  });

  test('accepts a curl command on one line behind a prompt', () => {
    expect(findCurl('  $ curl http://localhost:3000\n')).toBe('curl http://localhost:3000');
  });

  test('misses the labels that were not printed', () => {
    expect(missingLabels(greeting)).toEqual([]);
    expect(missingLabels(greeting.replace('Token ', ''))).toEqual(['Token']);
  });

  test('reports how long the installation took', () => {
    expect(installSeconds(greeting)).toBe(31);
    expect(installSeconds('Hudhud is ready.')).toBeUndefined();
  });

  test('of a second start names the command for a new token and installs nothing', () => {
    expect(saysHowToSetToken('  npm run hudhud -- token set --company cmp_1')).toBe(true);
    expect(saysHowToSetToken('The token is shown once')).toBe(false);
    expect(saysItInstalls('Installing the dependencies (npm ci)')).toBe(true);
    expect(saysItInstalls(greeting)).toBe(false);
  });
});
