// Public ids in the paths of webhook routes.

import { type IdKind, idPrefixes } from '@hudhud/contract/ids.ts';
import { AppError } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';

const nouns = { endpoint: 'webhook', delivery: 'delivery', recovery: 'recovery' } as const;

export const readId = (kind: IdKind & keyof typeof nouns, text: string): string => {
  const id = fromPublicId(kind, text);
  if (id !== null) return id;
  throw new AppError('invalid_id', { detail: `A ${nouns[kind]} id starts with ${idPrefixes[kind]}_.` });
};
