// One message by Vonage. It has no idempotency key; our reference comes back with every status.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import { asText } from '../cloud-api/graph-error.ts';
import { toOutcome } from '../cloud-api/verdicts.ts';
import { exchange, noCall, notCarried, parseObject, sendMilliseconds, unknownOutcome } from '../exchange.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, OutgoingMessage, ProviderFields, SendOutcome, SendResult } from '../provider.ts';
import { type AnswerReaders, readOutcome } from '../read-outcome.ts';
import { accessTokenOf, vonageSecrets } from './access-token.ts';
import { numberOf, vonageUrl } from './fields.ts';
import { readRefusal } from './find-rule.ts';
import { alreadySentCode } from './playbook.ts';
import { toWire } from './wire-content.ts';

const title = 'Vonage';

export const keyFailure: Failure = ownFailure(
  'private_key_unusable',
  'It is not an RSA key in PEM.',
  'The private key of the application cannot be used.',
  'Put the whole file private.key into the sender, from BEGIN to END.',
);

const bodyOf = (fields: ProviderFields, message: OutgoingMessage, wire: object): object => ({
  channel: 'whatsapp',
  from: numberOf(fields),
  to: message.to.startsWith('+') ? message.to.slice(1) : message.to,
  client_ref: message.echo,
  ...wire,
  ...(message.contextProviderId && { context: { message_uuid: message.contextProviderId } }),
});

const readTaken = (body: string): SendOutcome => {
  const id = asText(parseObject(body)?.message_uuid);
  if (id) return { kind: 'sent', providerMessageId: id };
  return unknownOutcome(title, 'unreadable_answer', 'The answer was a success without a message id.');
};

const readRefused: AnswerReaders['readRefused'] = ({ status, body, headers }) => {
  const refusal = readRefusal(parseObject(body) ?? {}, status);
  // It was accepted before, under an id that the answer does not name; a status will.
  if (refusal?.code === alreadySentCode) {
    return unknownOutcome(title, alreadySentCode, refusal.failure.detail);
  }
  return refusal && toOutcome(refusal.rule, refusal.failure, readRetryAfter(headers));
};

export const sendToVonage = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const url = vonageUrl(fields, 'base_url', 'v1/messages');
  const wire = toWire(message.content, message);
  if (!wire) return { outcome: notCarried(title, message.content.type), call: noCall(url) };
  const token = await accessTokenOf(fields);
  if (token === null) return { outcome: { kind: 'suspended', failure: keyFailure }, call: noCall(url) };
  const secrets = vonageSecrets(fields, token);
  const { result, call } = await exchange(http, secrets, {
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    body: bodyOf(fields, message, wire),
    timeoutMilliseconds: sendMilliseconds,
  });
  const outcome = readOutcome(title, result, { readTaken, readRefused });
  return { outcome: secrets.hideInOutcome(outcome), call };
};
