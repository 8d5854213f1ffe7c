// Comparing a proof with the right one, in a time that tells a caller nothing about the right one.

import { createHash, timingSafeEqual } from 'node:crypto';
import { equalDigests } from '../platform/secrets.ts';

/** Texts of different length are compared by their digests, so that the comparison reveals nothing about either. */
export const equalTexts = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

/** The length of a signature is no secret, and two digests more would cost as much as the signature. */
export const equalSignatures = (one: string, two: string): boolean =>
  equalDigests(Buffer.from(one), Buffer.from(two));
