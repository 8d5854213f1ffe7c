import { describe, expect, test } from 'vitest';
import { explainInstallFailure } from './explain-install-failure.mjs';

describe('explainInstallFailure', () => {
  test.each([
    [
      'npm error code ENOTFOUND\nnpm error network request to https://registry.example failed',
      /registry could not be reached/,
    ],
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code EACCES\nnpm error syscall mkdir', /may not be written/],
    ['npm error code E407', /proxy asks for a login/],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['npm error code EUSAGE', /package-lock.json do not agree/],
    ['npm error code EINTEGRITY', /not the one that the lockfile names/],
    ['npm error code E404', /does not have it/],
  ])('says what to do about: %s', (npmSaid, advice) => {
    expect(explainInstallFailure(npmSaid)).toMatch(advice);
  });

  test('points to what npm said when the reason is unknown', () => {
    expect(explainInstallFailure('npm error code EWHATEVER')).toMatch(/lines above/);
  });
});
