// The last check of the window, right before the call: a free text may have waited for its turn, its time or another
// attempt while the window closed. What was read when the message was stored or loaded answers almost always; only when
// that says closed is the table queried, because the person may have written since.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { SendOutcome, SendResult } from '../providers/provider.ts';
import type { Sender } from '../senders/directory.ts';
import { closesAt, maySendUntil } from '../windows/window.ts';
import type { Entry } from './entry.ts';

export type FindLastIncoming = (
  companyId: string,
  senderId: string,
  personKey: string,
) => Promise<Date | null>;

/** Makes a message its fallback template, in the table too; null: it has none that may be sent. */
export type UseFallback = (entry: Entry, ownerEpoch: string) => Promise<MessageContent | null>;

export interface WindowOptions {
  /** When a person last wrote to a sender. Left out: no window is checked. */
  readonly findLastIncoming?: FindLastIncoming;
  readonly useFallback?: UseFallback;
}

export const contentOf = ({ content, body }: Pick<Entry, 'content' | 'body'>): MessageContent =>
  content ?? { type: 'text', message: body };

const resultOf = (outcome: SendOutcome): SendResult => ({
  outcome,
  call: { method: 'POST', url: '', requestBody: null, status: null, answerBody: null, milliseconds: 0 },
});

const closedResult = (closed: Date | null): SendResult =>
  resultOf({
    kind: 'rejected',
    failure: {
      code: 'window_closed',
      title: 'The 24-hour window is closed',
      detail: closed ? `closes_at ${closed.toISOString()}` : '',
      cause: closed
        ? `The person may be sent free text until ${closed.toISOString()}, and the message was due less than a minute before or after.`
        : 'The person has not written to this sender, so only a template may be sent.',
      action: 'Send a template, or wait until the person writes.',
    },
  });

/** The database did not say whether the window is open, or could not store the template. Nothing was sent. */
const unknownResult: SendResult = resultOf({
  kind: 'retry',
  scope: 'message',
  afterSeconds: 2,
  failure: {
    code: 'window_unknown',
    title: 'The window of the person could not be looked up',
    detail: '',
    cause: 'The database did not answer.',
    action: 'Nothing: it is tried again by itself.',
  },
});

/** The result of a message that may not be sent now; null when it may, perhaps as its fallback template. */
export const refuseOutsideWindow = async (
  { findLastIncoming, useFallback }: WindowOptions,
  sender: Sender,
  entry: Entry,
  ownerEpoch: string,
): Promise<SendResult | null> => {
  if (!findLastIncoming || !sender.checksWindow) return null;
  if (!sender.provider.content[contentOf(entry).type]?.needsWindow) return null;
  if (maySendUntil(entry.windowClosesAt, Date.now())) return null;
  try {
    const closes = closesAt(await findLastIncoming(entry.companyId, sender.id, entry.personKey));
    entry.windowClosesAt = closes?.getTime() ?? null;
    if (maySendUntil(entry.windowClosesAt, Date.now())) return null;
    const fallback = await useFallback?.(entry, ownerEpoch);
    if (!fallback) return closedResult(closes);
    entry.content = fallback;
    return null;
  } catch {
    return unknownResult;
  }
};
