// The heart: one request to `/messages` comes in, is checked, meets its faults and the speed limits, and is refused or
// accepted. Everything that was received is in the ledger, except what a reset is meant to lose.
import type { BusinessNumber } from '../account/numbers.ts';
import type { Templates } from '../account/templates.ts';
import { type GraphError, graphError, tokenError } from '../cloud/graph-error.ts';
import type { Faults } from '../fault/faults.ts';
import type { AnswerFault } from '../fault/faults-by-name.ts';
import { type AcceptParts, acceptMessage, type Given } from './accept-message.ts';
import { type CheckedMessage, checkMessage } from './check-message.ts';
import { asObject } from './check-value.ts';
import { type Limiter, perSecond } from './limits.ts';
import { answer, bareAnswer, type Reception } from './reception.ts';

export interface ReceiveParts extends AcceptParts {
  templates: Templates;
  faults: Faults;
  throughput: Limiter;
  pairs: Limiter;
}

/** `body` is in the words of the Cloud API, for every dialect it came in. */
export type ReceiveMessage = (number: BusinessNumber, body: unknown, given?: Given) => Reception;

type Claimed = Pick<CheckedMessage, 'to' | 'waId' | 'type' | 'opaque'>;

export function createReceiveMessage(parts: ReceiveParts): ReceiveMessage {
  return (number, body, given = {}) => {
    const { phoneNumberId } = number;
    const checked = checkMessage(body, { number, media: parts.media, templates: parts.templates });
    const written = given.written ?? body;
    const problem = given.problem ?? (checked.kind === 'refused' ? checked.error : null);
    if (checked.kind === 'refused' || problem) {
      return refuse(parts, number, written, claimedBy(body), problem ?? graphError(100));
    }
    if (checked.kind === 'read') {
      parts.conversations.markRead(phoneNumberId, checked.waId, checked.messageId);
      if (checked.isTyping) parts.conversations.typing(phoneNumberId, checked.waId);
      return answer(parts.answersOf(number).read(), parts.settings.of(phoneNumberId).answerDelayMs);
    }
    const { message } = checked;
    const faults = parts.faults.pick(phoneNumberId, message.waId);
    if (faults.answer?.kind === 'reset_before') return { kind: 'reset' };
    if (faults.answer?.kind === 'empty') {
      recordRefusal(parts, number, written, message, faults.answer.status, null);
      return answer(bareAnswer(faults.answer.status), 0);
    }
    const error = refusalOf(faults.answer) ?? overLimit(parts, number, message.waId);
    if (error) return refuse(parts, number, written, message, error);
    return acceptMessage(parts, number, { ...given, written }, message, faults);
  };
}

function refusalOf(fault: AnswerFault | null): GraphError | null {
  if (fault?.kind !== 'refuse') return null;
  return fault.code === 190 ? tokenError() : graphError(fault.code);
}

function overLimit(
  { settings, clock, throughput, pairs }: ReceiveParts,
  { phoneNumberId }: BusinessNumber,
  waId: string,
): GraphError | null {
  const own = settings.of(phoneNumberId);
  const now = clock.now();
  const pairLimit = { intervalMs: own.pairIntervalMs, burst: own.pairBurst };
  if (!throughput.take(phoneNumberId, now, perSecond(own.throughputPerSecond))) {
    return graphError(130429);
  }
  return pairs.take(`${phoneNumberId} ${waId}`, now, pairLimit) ? null : graphError(131056);
}

function refuse(
  parts: ReceiveParts,
  number: BusinessNumber,
  body: unknown,
  message: Claimed,
  error: GraphError,
): Reception {
  const own = parts.settings.of(number.phoneNumberId);
  const written = parts.answersOf(number).refused(error, own);
  recordRefusal(parts, number, body, message, written.status, error.code);
  return answer(written, own.answerDelayMs);
}

function recordRefusal(
  { ledger, clock }: ReceiveParts,
  { phoneNumberId }: BusinessNumber,
  body: unknown,
  { to, waId, type, opaque }: Claimed,
  httpStatus: number,
  code: number | null,
): void {
  ledger.record({
    id: null,
    phoneNumberId,
    to,
    waId,
    type,
    opaque,
    receivedAt: clock.now(),
    outcome: 'refused',
    answer: 'given',
    httpStatus,
    code,
    body,
  });
}

/** Reads what it can from a body that was refused for its shape. */
function claimedBy(input: unknown): Claimed {
  const body = asObject(input) ?? {};
  const to = typeof body.to === 'string' ? body.to : '';
  const opaque = body.biz_opaque_callback_data;
  return {
    to,
    waId: to.replace(/\D/g, ''),
    type: typeof body.type === 'string' ? body.type : 'text',
    opaque: typeof opaque === 'string' ? opaque : null,
  };
}
