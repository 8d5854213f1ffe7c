// A list of the API, read to its end.

import { expect } from 'vitest';
import type { TestCompany } from './gateway.ts';

export interface ListPage<Row> {
  readonly data: Row[];
  readonly next_cursor: string | null;
}

const pagesMax = 100;

/** Every row of all pages, in their order; the path has a query. */
export const readPages = async <Row>(company: TestCompany, path: string): Promise<Row[]> => {
  const all: Row[] = [];
  for (let cursor: string | null = '', pages = 0; cursor !== null; pages += 1) {
    expect(pages).toBeLessThan(pagesMax);
    const { body }: { body: ListPage<Row> } = await company.get(`${path}${cursor && `&cursor=${cursor}`}`);
    all.push(...body.data);
    cursor = body.next_cursor;
  }
  return all;
};
