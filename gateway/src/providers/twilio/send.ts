// One message by Twilio. It has no idempotency key: an answer that was lost may belong to a message that was accepted.
// Buttons and lists need a Content first; the calls for it are steps, and nothing of the message is in them.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { noCall } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import { ownFailure } from '../own-failure.ts';
import type { OutgoingMessage, ProviderCall, ProviderFields, SendOutcome, SendResult } from '../provider.ts';
import { accountPath, callTwilio, hideTwilioSecrets, twilioUrl } from './call-twilio.ts';
import { type ShapedContent, shapeContent } from './content-shape.ts';
import { contentOfShape, forgetShape } from './contents.ts';
import { digitsOf, field, twilioAddress, twilioFields } from './fields.ts';
import { fileOf, toForm } from './message-form.ts';
import { readSendAnswer } from './read-answer.ts';

/** Twilio retries a callback up to five times when it is answered 5xx or not in time; without this it would be lost. */
export const repetitionFragment = '#rc=5&rp=all';

type Prepared =
  | {
      readonly kind: 'ready';
      readonly parameters: Readonly<Record<string, string>>;
      readonly steps: readonly ProviderCall[];
      readonly shaped?: ShapedContent;
    }
  | { readonly kind: 'stopped'; readonly result: SendResult };

const messagesPath = (fields: ProviderFields): string => accountPath(fields, 'Messages.json');

/** Refused by ourselves: no call was made. */
const refusedHere = (fields: ProviderFields, code: string, detail: string): SendResult => ({
  outcome: {
    kind: 'rejected',
    failure: ownFailure(code, detail, detail, 'Correct the message, or send it by another provider.'),
  },
  call: noCall(twilioUrl(fields, 'api', messagesPath(fields))),
});

const prepareContent = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<Prepared> => {
  const { content } = message;
  if (content.type !== 'buttons' && content.type !== 'list' && content.type !== 'link') {
    return {
      kind: 'stopped',
      result: refusedHere(fields, 'content_not_carried', 'Twilio cannot carry this.'),
    };
  }
  const header = content.type === 'list' ? undefined : content.header;
  const file = header && 'media' in header ? fileOf(message, header.media.id) : null;
  if (header && 'media' in header && file?.kind !== 'link') {
    const detail = 'The message names a file that is not there.';
    return { kind: 'stopped', result: refusedHere(fields, 'file_missing', detail) };
  }
  const shaped = shapeContent(content, file);
  const made = await contentOfShape(http, fields, shaped);
  if (made.kind === 'made') {
    const parameters = { ContentSid: made.sid, ContentVariables: JSON.stringify(shaped.values) };
    return { kind: 'ready', parameters, steps: made.calls, shaped };
  }
  const call = made.calls.at(-1);
  if (!call) return { kind: 'stopped', result: refusedHere(fields, 'no_content', 'No Content was made.') };
  return { kind: 'stopped', result: { outcome: made.refusal, call, steps: made.calls.slice(0, -1) } };
};

const prepare = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<Prepared> => {
  const form = toForm(message);
  if (!form) return prepareContent(http, fields, message);
  if (form.kind === 'refused') {
    return { kind: 'stopped', result: refusedHere(fields, form.code, form.detail) };
  }
  return { kind: 'ready', parameters: form.parameters, steps: [] };
};

const formOf = (
  fields: ProviderFields,
  message: OutgoingMessage,
  parameters: Readonly<Record<string, string>>,
): URLSearchParams => {
  const service = field(fields, 'messaging_service_sid');
  return new URLSearchParams({
    To: twilioAddress(message.to),
    From: twilioAddress(`+${digitsOf(fields)}`),
    ...(service !== '' && { MessagingServiceSid: service }),
    ...(message.callbackUrl !== undefined && {
      StatusCallback: `${message.callbackUrl}${repetitionFragment}`,
    }),
    ...parameters,
  });
};

const hidden = (fields: ProviderFields, outcome: SendOutcome): SendOutcome => {
  if (outcome.kind === 'sent') return outcome;
  const { hideInFailure } = secretsOf(twilioFields, fields);
  const failure = hideInFailure(outcome.failure);
  const detail = hideTwilioSecrets(fields, failure.detail);
  return { ...outcome, failure: { ...failure, detail } };
};

export const sendByTwilio = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const prepared = await prepare(http, fields, message);
  if (prepared.kind === 'stopped') {
    return { ...prepared.result, outcome: hidden(fields, prepared.result.outcome) };
  }
  const { result, call } = await callTwilio(http, fields, {
    method: 'POST',
    host: 'api',
    path: messagesPath(fields),
    body: formOf(fields, message, prepared.parameters),
  });
  const outcome = readSendAnswer(result);
  if (outcome.kind === 'rejected' && prepared.shaped) forgetShape(fields, prepared.shaped);
  const steps = prepared.steps.length > 0 ? { steps: prepared.steps } : {};
  return { outcome: hidden(fields, outcome), call, ...steps };
};
