// An accepted message: written into the ledger before any event about it, shown on the phone, and followed by the
// statuses its faults leave it.
import type { MediaStore } from '../account/media.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import type { ServiceWindows } from '../account/service-windows.ts';
import type { ChatMessage, Conversations } from '../chat/conversations.ts';
import { summarise } from '../chat/summarise.ts';
import type { GraphError } from '../cloud/graph-error.ts';
import type { PickedFaults } from '../fault/faults.ts';
import type { AnswerFault } from '../fault/faults-by-name.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { SettingsStore } from '../settings.ts';
import type { Clock } from '../time/clock.ts';
import type { AnswerFormat } from './answer-format.ts';
import type { CheckedMessage } from './check-message.ts';
import { asObject } from './check-value.ts';
import { chooseStatusFault } from './choose-status-fault.ts';
import type { FollowMessage } from './follow-message.ts';
import type { Direction } from './message-id.ts';
import { planStatuses, type StatusStep } from './plan-statuses.ts';
import { answer, type Reception } from './reception.ts';
import type { Acceptance } from './status-update.ts';

export interface AcceptParts {
  clock: Clock;
  settings: SettingsStore;
  media: MediaStore;
  windows: ServiceWindows;
  newMessageId: (number: BusinessNumber, direction: Direction, message: CheckedMessage) => string;
  answersOf: (number: BusinessNumber) => AnswerFormat;
  ledger: Ledger;
  conversations: Conversations;
  following: FollowMessage;
  /** Called with every message that will be delivered. */
  arrived: (acceptance: Acceptance) => void;
}

/** Facts that a dialect adds to a request besides the message itself. */
export interface Given {
  /** Where the statuses of this one message go; the number's own address when left out. */
  callbackUrl?: string;
  /** The id that the caller chose. */
  id?: string;
  /** The request body on the wire, for the ledger, where it is not the Cloud API's. */
  written?: unknown;
  /** A mistake in the request that the dialect itself found. */
  problem?: GraphError;
}

/** The status that overtakes its own answer is waited for no longer than this. */
const statusFirstWaitMs = 10_000;

export function acceptMessage(
  parts: AcceptParts,
  number: BusinessNumber,
  given: Given,
  message: CheckedMessage,
  faults: PickedFaults,
): Reception {
  const { phoneNumberId } = number;
  const own = parts.settings.of(phoneNumberId);
  const now = parts.clock.now();
  const delayMs =
    faults.answer?.kind === 'slow' ? (faults.answer.delayMs ?? own.slowAnswerMs) : own.answerDelayMs;
  const id = given.id ?? parts.newMessageId(number, 'out', message);
  const acceptance: Acceptance = {
    id,
    number,
    message,
    answeredAt: now + delayMs,
    callbackUrl: given.callbackUrl ?? null,
  };
  const written = parts.answersOf(number).accepted(acceptance);
  parts.ledger.record({
    id,
    phoneNumberId,
    to: message.to,
    waId: message.waId,
    type: message.type,
    opaque: message.opaque,
    receivedAt: now,
    outcome: 'accepted',
    answer: answerKept(faults.answer),
    httpStatus: written.status,
    code: null,
    body: given.written,
  });

  const shown = show(parts.conversations, acceptance);
  const { windowEnforced } = own;
  const fault = chooseStatusFault(message, faults.status, { ...parts, phoneNumberId, windowEnforced });
  const isVoice = message.type === 'audio' && asObject(message.content)?.voice === true;
  const steps = planStatuses({ type: message.type, isVoice }, own, fault);
  if (steps.some(({ status }) => status === 'delivered')) parts.arrived(acceptance);

  const accepted = answer(written, delayMs);
  if (faults.answer?.kind === 'status_first') {
    return { ...accepted, after: reportFirst(parts, acceptance, shown, steps) };
  }
  parts.following.follow(acceptance, shown, steps);
  if (faults.answer?.kind === 'silent') return { kind: 'silent' };
  return faults.answer?.kind === 'reset_after' ? { kind: 'reset' } : accepted;
}

function reportFirst(
  { clock, following }: AcceptParts,
  acceptance: Acceptance,
  shown: ChatMessage,
  [first, ...rest]: StatusStep[],
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(resolve, statusFirstWaitMs);
    const done = () => {
      cancel();
      resolve();
    };
    if (first) following.report(acceptance, shown, first, done);
    else done();
    following.follow(acceptance, shown, rest);
  });
}

function show(conversations: Conversations, { id, number, message, answeredAt }: Acceptance): ChatMessage {
  const { type, content, contextId, template, waId } = message;
  const shown: ChatMessage = {
    id,
    direction: 'out',
    type,
    content,
    text: template?.text ?? summarise(type, content),
    at: answeredAt,
    status: 'accepted',
    errorCode: null,
    contextId,
    reactions: [],
    ...(template && { rendered: template.rendered }),
  };
  if (type === 'reaction') {
    const { message_id: target, emoji } = content as { message_id: string; emoji: string };
    conversations.react(number.phoneNumberId, waId, target, 'business', emoji);
  } else conversations.add(number.phoneNumberId, waId, shown);
  return shown;
}

function answerKept(fault: AnswerFault | null): LedgerEntry['answer'] {
  if (fault?.kind === 'silent') return 'none';
  return fault?.kind === 'reset_after' ? 'reset' : 'given';
}
