import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { accessTokenOf } from './access-token.ts';
import { newKey } from './tests-support/vonage-bench.ts';

const withBreaks = (line: string): string =>
  line
    .replace(/(-----BEGIN [A-Z ]+-----) /, '$1\n')
    .replace(/ (-----END)/, '\n$1')
    .replace(/(\S{64}) /g, '$1\n');

describe('the token of a request to Vonage', () => {
  it('is signed by the application and names it, and is one for a while', async () => {
    const line = newKey();
    const fields = { application_id: 'app-1', private_key: line };
    const start = Date.now();
    const first = await accessTokenOf(fields, () => start);
    const { payload, protectedHeader } = await jwtVerify(first ?? '', createPublicKey(withBreaks(line)));
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({ application_id: 'app-1', jti: expect.any(String) });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(await accessTokenOf({ ...fields }, () => start + 700_000)).toBe(first);
    expect(await accessTokenOf(fields, () => start + 800_000)).not.toBe(first);
    expect(await accessTokenOf({ ...fields, application_id: 'app-2' }, () => start)).not.toBe(first);
  });

  it('is made with a key in any form that a form leaves of it', async () => {
    const line = newKey();
    for (const key of [
      line,
      withBreaks(line),
      line.replaceAll(' M', '\\nM'),
      line.replace(/ (?!PRIVATE|KEY)/g, ''),
    ]) {
      expect(
        await accessTokenOf({ application_id: 'app-3', private_key: key }),
        key.slice(0, 40),
      ).not.toBeNull();
    }
  });

  it('is none without an RSA key', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const ed25519 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of ['', 'nothing', ed25519]) {
      expect(await accessTokenOf({ application_id: 'app-4', private_key: key })).toBeNull();
    }
  });
});
