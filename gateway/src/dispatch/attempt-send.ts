// One attempt to send one message: ask the provider, write down what it said.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { CallbackPerson } from '../providers/callback.ts';
import { correlate } from '../providers/correlate.ts';
import type { SendResult } from '../providers/provider.ts';
import { callbackPath } from '../senders/callback-path.ts';
import type { Sender } from '../senders/directory.ts';
import type { Entry } from './entry.ts';
import { judgeOutcome } from './judge-outcome.ts';
import type { AttemptResult } from './lane.ts';
import { lookUp } from './look-up.ts';
import type { OutcomeWriter } from './outcome-writer.ts';

export interface AttemptOptions {
  readonly http: OutgoingHttp;
  readonly outcomes: OutcomeWriter;
  /** Where others reach the gateway. */
  readonly publicUrl: () => string;
  /** Hears under which other names the provider knows a person. */
  readonly onRecipient?: (known: KnownRecipient) => void;
  readonly log: Log;
}

export interface KnownRecipient {
  readonly companyId: string;
  /** What the message went to. */
  readonly address: string;
  readonly recipient: CallbackPerson;
}

/** A provider promises not to throw. If one does, nobody knows how far it came. */
const brokenResult = (error: unknown): SendResult => ({
  outcome: {
    kind: 'unknown',
    failure: {
      code: 'internal_error',
      title: 'The gateway met a fault of its own',
      detail: error instanceof Error ? error.name : 'unknown',
      cause: 'Something broke while the message was being handed over.',
      action: 'Wait for its status, or send it again at the risk that it arrives twice.',
    },
  },
  call: { method: 'POST', url: '', requestBody: null, status: null, answerBody: null, milliseconds: 0 },
});

/** Its sender may have another provider than when it was accepted. No call is made. */
const uncarriedResult = (kind: string, title: string): SendResult => ({
  outcome: {
    kind: 'rejected',
    failure: {
      code: 'content_not_carried',
      title: `${title} carries no message of the type "${kind}"`,
      detail: '',
      cause: `The provider of the sender carries no message of the type "${kind}".`,
      action: 'Send it from another sender, or as a text.',
    },
  },
  call: { method: 'POST', url: '', requestBody: null, status: null, answerBody: null, milliseconds: 0 },
});

const contentOf = ({ content, body }: Entry): MessageContent => content ?? { type: 'text', message: body };

export const attemptSend = async (
  { http, outcomes, publicUrl, onRecipient, log }: AttemptOptions,
  sender: Sender,
  entry: Entry,
  ownerEpoch: string,
): Promise<AttemptResult> => {
  const callId = newUuid();
  const { provider, fields } = sender;
  const { correlation } = provider;
  const content = contentOf(entry);
  const id = toPublicId('message', entry.id);
  const message = {
    to: entry.phoneNumber || entry.personKey,
    content,
    body: entry.body,
    contextProviderId: entry.contextId,
    ...correlate(correlation, {
      id,
      echo: `${id}:${entry.attempt}`,
      callbackUrl: () => `${publicUrl()}${callbackPath({ ...sender, provider: provider.name })}`,
    }),
  };
  const send = async (): Promise<SendResult> =>
    await lookUp(http, sender, message, await provider.send(http, fields, message));
  const result = provider.content[content.type]
    ? await send().catch((error: unknown) => {
        log.error({ err: error, message_id: entry.id }, 'a provider broke its promise not to throw');
        return brokenResult(error);
      })
    : uncarriedResult(content.type, provider.title);
  const { outcome } = result;
  if (outcome.kind === 'sent' && outcome.recipient) {
    onRecipient?.({ companyId: entry.companyId, address: message.to, recipient: outcome.recipient });
  }
  const context = {
    senderId: sender.id,
    ownerEpoch,
    callId,
    refusesRepetition: correlation.kind === 'client_id' && correlation.refusesRepetition,
    now: new Date(),
  };
  const { settlement, verdict } = judgeOutcome(result, entry, context);
  const written = outcomes.write(settlement);
  written.catch((error: unknown) =>
    log.error({ err: error, message_id: entry.id, status: settlement.status }, 'an outcome was not written'),
  );
  return {
    verdict,
    // What we refuse ourselves says nothing against the provider.
    isAnswered: result.call.status !== null || outcome.kind === 'rejected',
    failure: outcome.kind === 'sent' ? null : outcome.failure,
    written,
  };
};
