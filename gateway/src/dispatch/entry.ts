// A message that waits to be sent: the one shape of it, from the moment it is accepted or read from the table until its
// outcome is written.

import type { MessageContent } from '@hudhud/contract/content.ts';

export interface Entry {
  readonly companyId: string;
  readonly id: string;
  /** E.164; empty for a person whose number is not known. */
  readonly phoneNumber: string;
  /** One for all forms of a number: messages to one person go one after the other. */
  readonly personKey: string;
  /** The text, or the readable line of what is not a plain text. */
  readonly body: string;
  readonly type: string;
  /** Null: a plain text, which is `body`. */
  readonly content: MessageContent | null;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextId: string | null;
  readonly priority: number;
  readonly onUnknown: OnUnknown;
  /** Milliseconds since 1970 after which it is not sent any more. */
  readonly expiresAt: number;
  /** True when another process accepted it; that one waits to hear what became of it. */
  readonly isForeign: boolean;
  /** Attempts begun so far. */
  attempt: number;
  /** False until its row is committed. */
  isStored: boolean;
  /** True when it is not to be sent after all. */
  isWithdrawn: boolean;
  /** True when memory has given it up and the table will bring it again. */
  isLeft: boolean;
}

/** What happens when nobody can say whether the provider has taken it. */
export type OnUnknown = 'hold' | 'retry' | 'fail';

type LaneState = 'isForeign' | 'attempt' | 'isStored' | 'isWithdrawn' | 'isLeft';

/** One that this process has just accepted. */
export const newEntry = (message: Omit<Entry, LaneState>): Entry => ({
  ...message,
  isForeign: false,
  attempt: 0,
  isStored: false,
  isWithdrawn: false,
  isLeft: false,
});
