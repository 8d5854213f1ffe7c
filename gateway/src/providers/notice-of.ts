// The notice of a part of a callback that does not name its number: it is about the number that the address names.

import type { CallbackItem } from './callback.ts';

export const noticeOf = (topic: string, raw: unknown): CallbackItem => ({
  kind: 'notice',
  account: null,
  topic,
  raw,
});
