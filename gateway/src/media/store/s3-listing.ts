// A page of the list of objects in a bucket (ListObjectsV2), which S3 answers in XML.

import { SaxesParser } from 'saxes';
import type { StoredObject } from './media-store.ts';

export interface Listing {
  readonly objects: readonly StoredObject[];
  /** Null on the last page. */
  readonly nextToken: string | null;
}

export const readListing = (xml: string): Listing => {
  const objects: StoredObject[] = [];
  let nextToken: string | null = null;
  let found: Record<string, string> = {};
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'Contents') found = {};
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'NextContinuationToken') nextToken = text;
    if (name !== 'Contents') found[name] = text;
    else
      objects.push({
        key: found.Key ?? '',
        bytes: Number(found.Size),
        changedAt: new Date(found.LastModified ?? 0),
      });
    text = '';
  });
  parser.write(xml).close();
  return { objects, nextToken };
};
