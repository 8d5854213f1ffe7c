// Meta's webhooks: many updates in one envelope, signed over its exact bytes, sent again until they are answered 200.
import { asciiJson } from '../../webhook/ascii-json.ts';
import type { CallbackFormat } from '../../webhook/callback-format.ts';
import { sign } from '../../webhook/sign.ts';
import { envelope } from '../../webhook/updates.ts';

export const cloudCallbacks: CallbackFormat = {
  carries: () => true,
  updatesMax: null,
  concurrency: null,
  write: (updates, { escapeSlashes }) => asciiJson(envelope(updates), escapeSlashes),
  headers: ({ body, number }) => ({
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    'x-hub-signature-256': sign(body, number.appSecret),
  }),
  isTaken: (status) => status === 200,
  isRepeated: () => true,
};
