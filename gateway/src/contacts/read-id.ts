// Ids in the paths of contacts, segments and imports.

import { AppError } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';

const kinds = {
  contact: 'A contact id starts with con_.',
  contactMerge: 'The id of a merge starts with mrg_.',
  segment: 'A segment id starts with seg_.',
  contactImport: 'The id of an import starts with imp_.',
  erasure: 'The id of an erasure starts with era_.',
} as const;

export const readId = (kind: keyof typeof kinds, text: string): string => {
  const id = fromPublicId(kind, text);
  if (id === null) throw new AppError('invalid_id', { detail: kinds[kind] });
  return id;
};
