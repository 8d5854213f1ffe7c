// A list as one long sequence: pages are fetched as they are needed, and no further than the reader goes.

import type { CallOptions, Request } from './request.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export async function* readPages<Item>(
  request: Request,
  path: string,
  query: object,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor = (query as { cursor?: string }).cursor;
  do {
    const page = await request<Page<Item>>({ method: 'GET', path, query: { ...query, cursor }, ...options });
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
