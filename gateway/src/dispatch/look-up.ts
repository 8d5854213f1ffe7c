// Asks the provider what became of a send whose answer was lost.

import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { OutgoingMessage, SendResult } from '../providers/provider.ts';
import type { Sender } from '../senders/directory.ts';

/** A provider that can be queried settles a lost answer at once. */
export const lookUp = async (
  http: OutgoingHttp,
  { provider, fields }: Sender,
  message: OutgoingMessage,
  result: SendResult,
): Promise<SendResult> => {
  if (result.outcome.kind !== 'unknown' || !provider.lookUp) return result;
  const { failure } = result.outcome;
  const found = await provider.lookUp(http, fields, message);
  const steps = [...(result.steps ?? []), result.call];
  switch (found.kind) {
    case 'taken':
      return {
        outcome: { kind: 'sent', providerMessageId: found.providerMessageId },
        call: found.call,
        steps,
      };
    case 'not_taken':
      return {
        outcome: { kind: 'retry', scope: 'message', afterSeconds: null, failure },
        call: found.call,
        steps,
      };
    case 'unclear':
      return { ...result, steps: [...(result.steps ?? []), found.call] };
  }
};
