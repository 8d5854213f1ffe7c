// One message by the Cloud API. It has no idempotency key, so what the answer says about whether the message was taken is
// read with care: only a Graph answer proves that it was not.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import type { CallbackPerson } from '../callback.ts';
import type { SecretsOf } from '../hide-secrets.ts';
import type { Failure, OutgoingMessage, SendOutcome, SendResult } from '../provider.ts';
import { findForeignRule, findRule, toFailure } from './find-rule.ts';
import { asFields, asText, readErrorAnswer } from './graph-error.ts';
import type { Rule } from './playbook.ts';
import { readNumber, readUserId } from './read-person.ts';
import { toOutcome } from './verdicts.ts';
import { toWire } from './wire-content.ts';

/** A short limit would only turn slow answers into unknown outcomes. */
const timeoutMilliseconds = 35_000;
const answerBytesMax = 65_536;

const messageBody = (message: OutgoingMessage): string =>
  JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(message.to.startsWith('+') ? { to: message.to } : { recipient: message.to }),
    // A reaction names its message itself, and may not quote one.
    ...(message.contextProviderId &&
      message.content.type !== 'reaction' && { context: { message_id: message.contextProviderId } }),
    ...toWire(message.content, message.contextProviderId),
    biz_opaque_callback_data: message.echo,
  });

type Answered = Extract<OutgoingResult, { kind: 'answered' }>;

const ownFailure = (code: string, detail: string, cause: string, action: string): Failure => ({
  code,
  title: cause,
  detail,
  cause,
  action,
});

const unknown = (code: string, detail: string): SendOutcome => ({
  kind: 'unknown',
  failure: ownFailure(
    code,
    detail,
    'Meta did not say whether it has taken the message.',
    'Wait for its status, or send it again at the risk that it arrives twice.',
  ),
});

/** WhatsApp's ids of the person, unless they are what the message went to. */
const readRecipient = (contacts: unknown, to: string): CallbackPerson | null => {
  const contact = Array.isArray(contacts) ? asFields(contacts[0]) : null;
  const number = readNumber(contact?.wa_id);
  const userId = readUserId(contact?.user_id);
  const isNews = (number !== null && `+${number}` !== to) || (userId !== null && userId !== to);
  return isNews ? { number, userId, parentUserId: null } : null;
};

const readTaken = (body: string, to: string): SendOutcome => {
  try {
    const answer = asFields(JSON.parse(body));
    const { messages } = answer ?? {};
    const id = Array.isArray(messages) ? asText(asFields(messages[0])?.id) : null;
    const recipient = readRecipient(answer?.contacts, to);
    if (id) return { kind: 'sent', providerMessageId: id, ...(recipient && { recipient }) };
  } catch {
    // Not JSON: judged below like any other answer that names no message.
  }
  return unknown('unreadable_answer', 'The answer was a success without a message id.');
};

const readUnsent = ({ reason, detail }: Extract<OutgoingResult, { kind: 'unsent' }>): SendOutcome => {
  if (reason === 'invalid_request') {
    const cause = 'The base address or the access token cannot be used as it is.';
    const action = 'Correct the base address and the access token of the sender.';
    return { kind: 'suspended', failure: ownFailure('invalid_request', detail, cause, action) };
  }
  const failure = ownFailure(
    `connection_${reason}`,
    detail,
    'Meta could not be reached.',
    'Nothing: it is tried again by itself.',
  );
  return { kind: 'retry', scope: 'message', afterSeconds: null, failure };
};

const judge = (result: Answered): { rule: Rule; failure: Failure } => {
  const error = readErrorAnswer(result.body);
  if (error) {
    const rule = findRule(error, result.status);
    return { rule, failure: toFailure(error, rule) };
  }
  const rule = findForeignRule(result.status);
  const failure = ownFailure(`http_${result.status}`, `HTTP ${result.status}`, rule.cause, rule.action);
  return { rule, failure };
};

const readOutcome = (result: OutgoingResult, to: string): SendOutcome => {
  if (result.kind === 'unsent') return readUnsent(result);
  if (result.kind === 'unanswered') return unknown(`connection_${result.reason}`, result.detail);
  if (result.status >= 200 && result.status < 300) return readTaken(result.body, to);
  // Without a Graph error the answer may come from a proxy that had already passed the message on.
  if (result.status >= 500 && !readErrorAnswer(result.body))
    return unknown(`http_${result.status}`, 'The answer was not one of Meta.');
  const { rule, failure } = judge(result);
  return toOutcome(rule, failure, readRetryAfter(result.headers));
};

/** Where a sender's messages go, and who it is there. */
export interface CloudApiTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: SecretsOf;
}

export const sendByCloudApi = async (
  http: OutgoingHttp,
  { url, headers, secrets }: CloudApiTarget,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const body = messageBody(message);
  const result = await http.send({
    method: 'POST',
    url,
    headers,
    body,
    timeoutMilliseconds,
    answerBytesMax,
  });
  const outcome = readOutcome(result, message.to);
  const isAnswered = result.kind === 'answered';
  return {
    outcome:
      outcome.kind === 'sent' ? outcome : { ...outcome, failure: secrets.hideInFailure(outcome.failure) },
    call: {
      method: 'POST',
      url,
      requestBody: body,
      status: isAnswered ? result.status : null,
      answerBody: isAnswered ? secrets.hide(result.body) : null,
      milliseconds: result.milliseconds,
    },
  };
};
