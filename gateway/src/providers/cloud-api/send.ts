// One message by the Cloud API. It has no idempotency key, so what the answer says about whether the message was
// accepted is read with care: only a Graph answer proves that it was not.

import { kindOf } from '@hudhud/contract/content.ts';
import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import type { CallbackPerson } from '../callback.ts';
import { exchange, parseObject, readBroken, sendMilliseconds, unknownOutcome } from '../exchange.ts';
import type { SecretsOf } from '../hide-secrets.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, OutgoingMessage, SendOutcome, SendResult } from '../provider.ts';
import { findForeignRule, findRule, toFailure } from './find-rule.ts';
import { asFields, asText, type GraphError, readErrorAnswer } from './graph-error.ts';
import type { Rule } from './playbook.ts';
import { readNumber, readUserId } from './read-person.ts';
import { toOutcome } from './verdicts.ts';
import { toWire } from './wire-content.ts';

const bodyOf = (message: OutgoingMessage): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...(message.to.startsWith('+') ? { to: message.to } : { recipient: message.to }),
  // A content about a message names it itself, and may not quote one.
  ...(message.contextProviderId &&
    !kindOf(message.content.type).target && { context: { message_id: message.contextProviderId } }),
  ...toWire(message.content, message),
  biz_opaque_callback_data: message.echo,
});

type Answered = Extract<OutgoingResult, { kind: 'answered' }>;

/** WhatsApp's ids of the person, unless the message went to them. */
const readRecipient = (contacts: unknown, to: string): CallbackPerson | null => {
  const contact = Array.isArray(contacts) ? asFields(contacts[0]) : null;
  const number = readNumber(contact?.wa_id);
  const userId = readUserId(contact?.user_id);
  const isNews = (number !== null && `+${number}` !== to) || (userId !== null && userId !== to);
  return isNews ? { number, userId, parentUserId: null } : null;
};

const readTaken = (body: string, to: string, provider: string): SendOutcome => {
  const answer = parseObject(body);
  const { messages } = answer ?? {};
  const id = Array.isArray(messages) ? asText(asFields(messages[0])?.id) : null;
  const recipient = readRecipient(answer?.contacts, to);
  if (id) return { kind: 'sent', providerMessageId: id, ...(recipient && { recipient }) };
  return unknownOutcome(provider, 'unreadable_answer', 'The answer was a success without a message id.');
};

/** With these fields of the sender no request can be made. */
export const unusableTarget = (detail: string) =>
  ({
    kind: 'suspended',
    failure: ownFailure(
      'invalid_request',
      detail,
      'The base address or the access token cannot be used as it is.',
      'Correct the base address and the access token of the sender.',
    ),
  }) as const;

/** An error that a provider before Meta gives in its own words. */
export interface OwnError {
  readonly code: string;
  readonly title: string;
  readonly rule: Rule;
}

/** The address for a sender's messages, its name there, and how that service words its refusals. */
export interface CloudApiTarget {
  /** The service named in failures; Meta when left out. */
  readonly provider?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: SecretsOf;
  /** Finds Meta's error in an answer, where it is not Meta that answers. */
  readonly readMetaError?: (body: string) => GraphError | null;
  readonly readOwnError?: (body: string, status: number) => OwnError | null;
}

/** Judges a refusal: Meta's error, one of the provider before Meta, or that of a stranger. */
export const judge = (
  { status, body }: Answered,
  error: GraphError | null,
  { readOwnError }: Pick<CloudApiTarget, 'readOwnError'>,
): { rule: Rule; failure: Failure } => {
  if (error) {
    const rule = findRule(error, status);
    return { rule, failure: toFailure(error, rule) };
  }
  const own = readOwnError?.(body, status);
  if (own) {
    const { code, title, rule } = own;
    return { rule, failure: { code, title, detail: title, cause: rule.cause, action: rule.action } };
  }
  const rule = findForeignRule(status);
  return { rule, failure: ownFailure(`http_${status}`, `HTTP ${status}`, rule.cause, rule.action) };
};

/** Meta's codes for a parameter that is wrong, with the id of a file in its words. */
const isAboutFile = ({ code, detail, title }: Failure): boolean =>
  ['100', '131009', '131053'].includes(code) && /\[?'?\bid\b'?\]?|media/i.test(`${title} ${detail}`);

const readOutcome = (result: OutgoingResult, to: string, target: CloudApiTarget): SendOutcome => {
  const { provider = 'Meta', readMetaError = readErrorAnswer } = target;
  if (result.kind === 'unsent' && result.reason === 'invalid_request') return unusableTarget(result.detail);
  if (result.kind !== 'answered') return readBroken(provider, result);
  if (result.status >= 200 && result.status < 300) return readTaken(result.body, to, provider);
  const error = readMetaError(result.body);
  // Without a Graph error the answer may come from a proxy that had already passed the message on.
  if (result.status >= 500 && !error)
    return unknownOutcome(provider, `http_${result.status}`, 'The answer was not one of Meta.');
  const { rule, failure } = judge(result, error, target);
  const outcome = toOutcome(rule, failure, readRetryAfter(result.headers));
  return outcome.kind === 'rejected' && isAboutFile(failure)
    ? { ...outcome, areFilesUnknown: true }
    : outcome;
};

export const sendByCloudApi = async (
  http: OutgoingHttp,
  target: CloudApiTarget,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const { url, headers, secrets } = target;
  const { result, call } = await exchange(http, secrets, {
    method: 'POST',
    url,
    headers,
    body: bodyOf(message),
    timeoutMilliseconds: sendMilliseconds,
  });
  return { outcome: secrets.hideInOutcome(readOutcome(result, message.to, target)), call };
};
