// A message that waits to be sent: the one shape of it, from the moment it is accepted or read from the table until its
// outcome is written.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { RequestRow } from '../monitoring/request-row.ts';

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
  /** Null: a plain text, which is `body`. A template may take its place when the window closes. */
  content: MessageContent | null;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextId: string | null;
  readonly priority: number;
  readonly onUnknown: OnUnknown;
  /** Milliseconds since 1970 after which it is not sent any more. */
  readonly expiresAt: number;
  /** True when another process accepted it; that one waits for the outcome. */
  readonly isForeign: boolean;
  /** Only of free text: when the window of its person closes, milliseconds since 1970, as far as is known. */
  windowClosesAt?: number | null;
  /** Its request, until the first outcome is written: with it, the request is written too. */
  request: RequestRow | null;
  /** Attempts begun so far. */
  attempt: number;
  /**
   * The id under which an earlier attempt may have been accepted, at a provider that refuses repetitions: the next
   * attempt must use the same. Null when no attempt may have been accepted.
   */
  clientId: string | null;
  /** False until its row is committed. */
  isStored: boolean;
  /** True when it is not to be sent after all. */
  isWithdrawn: boolean;
  /** Evicted from memory: it will be reloaded from the table. */
  isEvicted: boolean;
}

/** The caller's choice for a message of which it is unknown whether the provider has accepted it. */
export type OnUnknown = 'hold' | 'retry' | 'fail';

type LaneState =
  | 'isForeign'
  | 'windowClosesAt'
  | 'request'
  | 'attempt'
  | 'clientId'
  | 'isStored'
  | 'isWithdrawn'
  | 'isEvicted';

/** Makes the entry of a message that this process has just accepted. */
export const newEntry = (message: Omit<Entry, LaneState>): Entry => ({
  ...message,
  isForeign: false,
  request: null,
  attempt: 0,
  clientId: null,
  isStored: false,
  isWithdrawn: false,
  isEvicted: false,
});
