// The message's public id and the attempt, which we send along with a message; the provider returns them with its statuses.

import { fromPublicId } from '../../platform/ids.ts';

export interface Echo {
  /** UUID. */
  readonly messageId: string;
  readonly attempt: number;
}

const attemptMax = 32_767;

/** Null when there is none, or when it is not one of ours. */
export const readEcho = (echo: string | null): Echo | null => {
  const [, publicId = '', digits = ''] = /^(\w{1,40}):([1-9]\d{0,4})$/.exec(echo ?? '') ?? [];
  const messageId = fromPublicId('message', publicId);
  const attempt = Number(digits);
  return messageId !== null && attempt <= attemptMax ? { messageId, attempt } : null;
};
