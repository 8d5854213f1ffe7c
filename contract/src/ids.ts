// The kinds of ids the outside sees. An id is its prefix, an underscore and 26 characters of base32 over a
// UUIDv7, so it says what it is and sorts by time.

import Type from 'typebox';

export const idPrefixes = {
  company: 'co',
  store: 'store',
  message: 'msg',
  request: 'req',
  sender: 'snd',
  call: 'call',
  event: 'evt',
  webhook: 'wh',
  delivery: 'dlv',
  recovery: 'rcv',
  user: 'usr',
  session: 'ses',
  passkey: 'pk',
  invitation: 'inv',
  audit: 'aud',
  campaign: 'cmp',
  contact: 'con',
  segment: 'seg',
  contactImport: 'imp',
  contactMerge: 'mrg',
  erasure: 'era',
  media: 'med',
  route: 'rte',
  template: 'tpl',
  token: 'tok',
  alert: 'alr',
} as const;

export type IdKind = keyof typeof idPrefixes;

const characters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Schema of an id of one kind. The first of the 26 characters holds only 3 bits, hence its own range. */
export const Id = (kind: IdKind, description: string) =>
  Type.String({
    description,
    pattern: `^${idPrefixes[kind]}_[0-7][${characters}]{25}$`,
    'x-error-codes': { pattern: 'invalid_id' },
    examples: [`${idPrefixes[kind]}_01kagx5p9ne0ps4a2v7qk3m8dz`],
  });
