// The random text in cookies and links. Only its digest is stored: a reader of the database can use none of them. It
// has 256 random bits, so a plain hash is enough.

import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;

export const makeSecret = (): string => randomBytes(secretBytes).toString('base64url');

export const digestSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Behind the number sign, so that it reaches neither a log nor another site. */
export const invitationLink = (publicUrl: string, secret: string): string =>
  `${publicUrl}/invitation#${secret}`;

export const resetLink = (publicUrl: string, secret: string): string =>
  `${publicUrl}/reset-password#${secret}`;

export const signUpLink = (publicUrl: string, secret: string): string =>
  `${publicUrl}/confirm-sign-up#${secret}`;
