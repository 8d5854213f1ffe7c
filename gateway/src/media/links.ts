// Addresses of files that need no credentials: for a browser, for a provider that fetches files itself, and for the
// receiver of a webhook. The signature covers company, file, name and time, so that none of them can be changed.

import { fromPublicId, toPublicId } from '../platform/ids.ts';
import { equalDigests, type Secrets } from '../platform/secrets.ts';
import type { MediaKey } from './queries.ts';

export interface LinkedFile extends MediaKey {
  /** The name under which a browser saves it. */
  readonly filename: string;
}

export interface MediaLinks {
  make(file: LinkedFile, seconds: number): { readonly url: string; readonly expiresAt: Date };
  /** Null when it was changed, or its time is over. */
  read(link: SignedLink): LinkedFile | null;
}

export interface SignedLink {
  readonly id: string;
  readonly filename: string;
  readonly company: string;
  readonly expires: string;
  readonly signature: string;
}

export const createMediaLinks = (
  secrets: Pick<Secrets, 'sign'>,
  publicUrl: () => string,
  now: () => number = Date.now,
): MediaLinks => {
  const sign = ({ companyId, id, filename }: LinkedFile, expires: string): string =>
    secrets.sign('media link', JSON.stringify([companyId, id, expires, filename])).toString('base64url');

  return {
    make(file, seconds) {
      const expiresAt = new Date(Math.ceil(now() / 1_000) * 1_000 + seconds * 1_000);
      const expires = String(expiresAt.getTime() / 1_000);
      const query = new URLSearchParams({
        company: toPublicId('company', file.companyId),
        expires,
        signature: sign(file, expires),
      });
      const path = `/media/${toPublicId('media', file.id)}/${encodeURIComponent(file.filename)}`;
      return { url: `${publicUrl()}${path}?${query}`, expiresAt };
    },
    read(link) {
      const companyId = fromPublicId('company', link.company);
      const id = fromPublicId('media', link.id);
      if (companyId === null || id === null || !/^\d{1,12}$/.test(link.expires)) return null;
      const file = { companyId, id, filename: link.filename };
      const wanted = Buffer.from(sign(file, link.expires));
      const given = Buffer.from(link.signature);
      const isOurs = equalDigests(wanted, given);
      return isOurs && Number(link.expires) * 1_000 > now() ? file : null;
    },
  };
};
