// One attempt to send one message: ask the provider, write down what it said.

import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
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
  readonly log: Log;
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

export const attemptSend = async (
  { http, outcomes, publicUrl, log }: AttemptOptions,
  sender: Sender,
  entry: Entry,
  ownerEpoch: string,
): Promise<AttemptResult> => {
  const callId = newUuid();
  const id = toPublicId('message', entry.id);
  const message = {
    to: entry.phoneNumber,
    content: { kind: 'text', text: entry.body } as const,
    ...correlate(sender.provider.correlation, {
      id,
      echo: `${id}:${entry.attempt}`,
      callbackUrl: () => `${publicUrl()}${callbackPath({ ...sender, provider: sender.provider.name })}`,
    }),
  };
  const result = await sender.provider
    .send(http, sender.fields, message)
    .then((sent) => lookUp(http, sender, message, sent))
    .catch((error: unknown) => {
      log.error({ err: error, message_id: entry.id }, 'a provider broke its promise not to throw');
      return brokenResult(error);
    });
  const { correlation } = sender.provider;
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
    isAnswered: result.call.status !== null,
    failure: result.outcome.kind === 'sent' ? null : result.outcome.failure,
    written,
  };
};
