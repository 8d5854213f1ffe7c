// One message by Infobip. We choose its id, and Infobip refuses a second message with the same one: that refusal proves
// that the first was accepted.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { toOutcome } from '../cloud-api/verdicts.ts';
import { exchange, noCall, notCarried, parseObject, sendMilliseconds, unknownOutcome } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { OutgoingMessage, ProviderFields, SendOutcome, SendResult } from '../provider.ts';
import { type AnswerReaders, readOutcome } from '../read-outcome.ts';
import { infobipFields, infobipHeaders, infobipUrl, senderOf } from './fields.ts';
import { readErrorAnswer, readRefusal } from './find-rule.ts';
import { toWire, type WireContent } from './wire-content.ts';
import { isCarried, toTemplate } from './wire-template.ts';

const title = 'Infobip';

/** Groups of statuses that are no refusal: PENDING and DELIVERED. */
const takenGroups = ['PENDING', 'DELIVERED'];

const contentOf = ({ content, template, files }: OutgoingMessage): WireContent | null => {
  if (content.type !== 'template') return toWire(content, files);
  return template && isCarried(template) ? { path: 'template', content: toTemplate(template, files) } : null;
};

const bodyOf = (fields: ProviderFields, message: OutgoingMessage, { path, content }: WireContent): object => {
  const { to, echo, clientId = echo, contextProviderId } = message;
  const single = {
    from: senderOf(fields),
    to: to.startsWith('+') ? to.slice(1) : to,
    messageId: clientId,
    content,
    callbackData: echo,
    ...(contextProviderId && { context: { replyToMessageId: contextProviderId } }),
  };
  return path === 'template' ? { messages: [single] } : single;
};

const readTaken = (body: string): SendOutcome => {
  const answer = parseObject(body);
  const { messages } = answer ?? {};
  const single = Array.isArray(messages) ? asFields(messages[0]) : answer;
  const id = asText(single?.messageId);
  if (!single || !id) {
    return unknownOutcome(title, 'unreadable_answer', 'The answer was a success without a message id.');
  }
  const group = asText(asFields(single.status)?.groupName);
  if (group === null || takenGroups.includes(group)) return { kind: 'sent', providerMessageId: id };
  const { isRepetition, rule, failure } = readRefusal(single);
  if (isRepetition) return { kind: 'sent', providerMessageId: id };
  const outcome = toOutcome(rule, failure, null);
  return outcome.kind === 'retry' || outcome.kind === 'suspended' ? { ...outcome, isIdSpent: true } : outcome;
};

const readRefused: AnswerReaders['readRefused'] = ({ status, body, headers }) => {
  const refusal = readErrorAnswer(body, status);
  return refusal && toOutcome(refusal.rule, refusal.failure, readRetryAfter(headers));
};

export const sendToInfobip = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const wire = contentOf(message);
  const url = infobipUrl(fields, `whatsapp/1/message/${wire?.path ?? ''}`);
  if (!wire) return { outcome: notCarried(title, message.content.type), call: noCall(url) };
  const secrets = secretsOf(infobipFields, fields);
  const { result, call } = await exchange(http, secrets, {
    method: 'POST',
    url,
    headers: infobipHeaders(fields),
    body: bodyOf(fields, message, wire),
    timeoutMilliseconds: sendMilliseconds,
  });
  const outcome = readOutcome(title, result, { readTaken, readRefused });
  return { outcome: secrets.hideInOutcome(outcome), call };
};
