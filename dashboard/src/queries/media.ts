// Files: uploading one with its progress, and the address under which the browser may show one.

import type { MediaUsage } from '@hudhud/contract/media.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, uploadFile } from '../api.ts';

/** As far as pages need it. */
export interface StoredFile {
  readonly id: string;
  readonly mime_type: string;
  readonly bytes: number;
  readonly filename: string;
  readonly expires_at: string | null;
  /** The types of message that it can be sent as. */
  readonly usable_for: readonly string[];
}

const mediaKeys = {
  all: ['media'] as const,
  one: (id: string) => [...mediaKeys.all, 'one', id] as const,
  usage: () => [...mediaKeys.all, 'usage'] as const,
  link: (id: string) => [...mediaKeys.all, 'link', id] as const,
};

const pathOf = (id: string): string => `/media/${encodeURIComponent(id)}`;
const linkSeconds = 3_600;

export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.one(id),
    queryFn: ({ signal }) => get<StoredFile>(pathOf(id), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** How much of its room the company's files take. */
export const mediaUsageQuery = queryOptions({
  queryKey: mediaKeys.usage(),
  queryFn: ({ signal }) => get<MediaUsage>('/media/usage', { signal }),
});

/** A signed address: the browser asks for pictures without the header that names the company. */
export const mediaLinkQuery = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.link(id),
    queryFn: async ({ signal }) => {
      const query = { seconds: linkSeconds };
      return onThisOrigin((await get<{ url: string }>(`${pathOf(id)}/link`, { query, signal })).url);
    },
    // Read again well before it ends.
    staleTime: (linkSeconds / 2) * 1_000,
    retry: false,
  });

/** The gateway may name itself by its public address; the page is allowed to show files of its own origin only. */
function onThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return `${pathname}${search}`;
}

export const uploadMedia = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
): Promise<StoredFile> => uploadFile<StoredFile>('/media', file, options);
