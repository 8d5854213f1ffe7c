// Public ids in the addresses of routes.

import { type IdKind, idPrefixes } from '@hudhud/contract/ids.ts';
import Type from 'typebox';
import { AppError } from '../errors.ts';
import { fromPublicId } from '../ids.ts';

/** A route with an id in its address. */
export type WithId = { Params: { id: string } };

export const idParams = (noun: string) =>
  Type.Object({ id: Type.String({ description: `The id of the ${noun}.` }) });

/** Where the name of a kind is not the word that people know. */
const nouns: Partial<Record<IdKind, string>> = {
  contactImport: 'import',
  contactMerge: 'merge',
  media: 'file',
};

/** The UUID behind an id; throws the refusal for the caller when it is none of this kind. */
export const readId = (kind: IdKind, text: string): string => {
  const id = fromPublicId(kind, text);
  if (id !== null) return id;
  const noun = nouns[kind] ?? kind;
  const article = /^[aeiou]/.test(noun) ? 'An' : 'A';
  throw new AppError('invalid_id', { detail: `${article} ${noun} id starts with ${idPrefixes[kind]}_.` });
};
