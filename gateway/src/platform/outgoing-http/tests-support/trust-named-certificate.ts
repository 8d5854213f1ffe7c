// The certificate of the tests counts as one of a known authority, until the tests of the file have ended.

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { namedCertificate } from '../../../../tests/providers/support/named-certificate.ts';

export const trustNamedCertificate = (): void => {
  const trustedBefore = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...trustedBefore, namedCertificate.cert]));
  afterAll(() => setDefaultCACertificates(trustedBefore));
};
