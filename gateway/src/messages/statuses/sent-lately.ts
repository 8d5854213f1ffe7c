// Messages whose `sent` this process has committed lately. Providers report `sent` of every message right after they
// have accepted it, when the outcome of the call has said the same: a third of all statuses are in the table already.
// Knowing so saves their statement. A status that is not found here is recorded as usual, and changes nothing there.

import { personKey } from '../../platform/person-key.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import { readEcho } from './read-echo.ts';

export interface SentMessage {
  readonly companyId: string;
  readonly id: string;
  readonly attempt: number;
  /** The recipient; left out when unknown. */
  readonly personKey?: string | undefined;
}

export interface SentLately {
  note(messages: readonly SentMessage[]): void;
  /** True when recording this status would neither change anything nor reveal another name of the person. */
  covers(companyId: string, status: CallbackStatus): boolean;
}

/** At 500 messages a second, the last ten to twenty seconds. */
const generationMax = 5_000;

/** By number where there is one: a user id beside it is learned from the callback itself. */
export const recipientKeyOf = ({ recipient, recipientUserId }: CallbackStatus): string | null =>
  recipient !== null && /^\d{5,20}$/.test(recipient) ? personKey(`+${recipient}`) : (recipientUserId ?? null);

export const createSentLately = (): SentLately => {
  let newer = new Map<string, SentMessage>();
  let older = new Map<string, SentMessage>();
  return {
    note(messages) {
      // Not as they come: an outcome holds the bodies of its call.
      for (const { companyId, id, attempt, personKey } of messages)
        newer.set(id, { companyId, id, attempt, personKey });
      if (newer.size < generationMax) return;
      older = newer;
      newer = new Map();
    },
    covers(companyId, status) {
      if (status.status !== 'sent') return false;
      const echo = readEcho(status.echo);
      const known = echo && (newer.get(echo.messageId) ?? older.get(echo.messageId));
      if (!known || known.attempt !== echo.attempt || known.companyId !== companyId) return false;
      // Another name of the person is news with any status.
      const key = recipientKeyOf(status);
      return key === null || key === known.personKey;
    },
  };
};
