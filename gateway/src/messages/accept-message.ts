// From a checked request to a stored message, and to its answer. Nothing is answered before the store has it; unless the
// caller wants to go on at once, the answer waits until the provider has taken the message.

import type { Company } from '../companies/directory.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { newEntry } from '../dispatch/entry.ts';
import type { Offer } from '../dispatch/offer.ts';
import type { WaitedAnswer } from '../dispatch/settlement.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { answerToOutcome, noticeOf, queuedStatus, sendAnswer } from './answer-send.ts';
import { type FindTargets, targetsOf } from './content/message-target.ts';
import type { NewMessage } from './message-columns.ts';
import {
  addressOf,
  type ContactValues,
  meaningOf,
  type PreparedMessage,
  type PrepareOptions,
  prepareMessage,
  type SendCommand,
  wantsContact,
} from './send-command.ts';
import { fingerprintOf, type KeysInProgress, readIdempotencyKey } from './storing/idempotency.ts';
import type { MessageStore, StoreOutcome } from './storing/message-store.ts';
import type { NewRequest } from './storing/queries.ts';

export interface AcceptedMessage {
  readonly status: number;
  /** The answer as JSON text: what the caller gets and what the request row keeps are the same bytes. */
  readonly answer: string;
  readonly errorCode: string | null;
  readonly isReplayed: boolean;
}

export interface AcceptOptions extends PrepareOptions {
  readonly store: MessageStore;
  readonly keysInProgress: KeysInProgress;
  readonly senders: SenderDirectory;
  readonly dispatcher: Dispatcher;
  /** How long an answer may wait for the provider. 0: never. */
  readonly waitSeconds: number;
  readonly errorsPage: () => string;
  /** What the contacts among these people have for placeholders, by address. */
  readonly findContactValues: (
    companyId: string,
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, ContactValues>>;
  /** The messages of a company that others quote or react to. */
  readonly findTargets: FindTargets;
}

export const checkMaySend = (company: Company): void => {
  if (company.plan === 'trial' && company.trialEndsAt && company.trialEndsAt.getTime() <= Date.now()) {
    throw new AppError('trial_expired', {
      detail: `The free trial of ${company.name} ended on ${company.trialEndsAt.toISOString().slice(0, 10)}.`,
    });
  }
};

export const sendersOf = async (
  { senders }: Pick<AcceptOptions, 'senders'>,
  company: Company,
): Promise<readonly Sender[]> => senders.peek(company.id) ?? (await senders.find(company.id));

/** The message meets its lane, which says how its row begins. */
export const offerMessage = (
  dispatcher: Dispatcher,
  prepared: PreparedMessage,
  id: string,
  requestId: string,
): { message: NewMessage; offer: Offer } => {
  const { sender, scheduleAt, reference, transactionalReason, expiresAt, ...rest } = prepared;
  const entry = newEntry({
    ...rest,
    companyId: sender.companyId,
    id,
    priority: 0,
    expiresAt: expiresAt.getTime(),
  });
  const offer = dispatcher.offer(sender, entry, scheduleAt);
  return {
    offer,
    message: {
      ...entry,
      requestId,
      senderId: sender.id,
      provider: sender.provider.name,
      reference,
      transactionalReason,
      scheduleAt,
      status: offer.status,
      attempt: offer.attempt,
      laneId: offer.laneId,
      ownerEpoch: offer.ownerEpoch,
    },
  };
};

/** So many messages of one request are worked on before others have their turn: about a millisecond. */
export const messagesPerSlice = 25;

/** Stores, and tells the lanes what became of their offers. */
export const storeOffered = async (
  store: MessageStore,
  asked: NewRequest,
  offers: readonly Offer[],
): Promise<StoreOutcome> => {
  try {
    const outcome = await store.store(asked);
    const isStored = outcome.kind === 'stored';
    await inSlices(offers, messagesPerSlice, (offer) => (isStored ? offer.stored() : offer.withdraw(true)));
    return outcome;
  } catch (error) {
    for (const offer of offers) offer.withdraw(!isDatabaseOutage(error));
    throw error;
  }
};

/** What a command asks for, with what it left out written out: both ways of saying it are the same message. */
const wholeMeaningOf = (command: SendCommand, { sender, onUnknown }: PreparedMessage): object => ({
  ...meaningOf(command),
  provider: sender.provider.name,
  onUnknown,
});

/** What a key that was used before is answered, or null when the request is new. */
export const replayOrRefuse = (outcome: StoreOutcome, incoming: IncomingRequest): AcceptedMessage | null => {
  switch (outcome.kind) {
    case 'stored':
      return null;
    case 'replayed':
      incoming.messageId = outcome.messageId;
      return { status: outcome.status, answer: outcome.answer, errorCode: null, isReplayed: true };
    case 'key_reused':
      throw new AppError('idempotency_key_reused', {
        errors: [
          {
            code: 'idempotency_key_reused',
            parameter: 'Idempotency-Key',
            detail: 'This key was used for a message with another content.',
          },
        ],
      });
    case 'opted_out':
      throw optedOutError();
  }
};

export const optedOutError = (): AppError => {
  const detail = 'The recipient has opted out. Send it only if it is "transactional".';
  return new AppError('recipient_opted_out', {
    detail,
    errors: [{ code: 'recipient_opted_out', pointer: '/to', detail }],
  });
};

const valuesFor = async (
  { findContactValues }: AcceptOptions,
  company: Company,
  command: SendCommand,
): Promise<ContactValues | undefined> =>
  wantsContact(command)
    ? (await findContactValues(company.id, [addressOf(command)])).get(addressOf(command))
    : undefined;

export const acceptMessage = async (
  options: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  command: SendCommand,
  mayWait: boolean,
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  const contact = await valuesFor(options, company, command);
  const targets = await targetsOf(options.findTargets, company.id, [command]);
  const senders = await sendersOf(options, company);
  const prepared = prepareMessage(command, senders, options, contact, targets);
  const id = newUuid();
  const answer = sendAnswer('queued', id, noticeOf(prepared.sender));
  const result = { status: queuedStatus, answer };
  const row = toRequestRow({ ...incoming, messageId: id, idempotencyKey: key }, company.id, origin, result);
  return await options.keysInProgress.run(company.id, key, async () => {
    const { message, offer } = offerMessage(options.dispatcher, prepared, id, incoming.id);
    const waiting =
      mayWait && !offer.isHeldBack ? waitForOutcome(options, incoming, message, offer, key) : null;
    const fingerprint = key === null ? null : fingerprintOf(wholeMeaningOf(command, prepared));
    const asked: NewRequest = { request: row, fingerprint, messages: [message] };
    const outcome = await storeOffered(options.store, asked, [offer]).catch((error: unknown) => {
      options.dispatcher.waiters.dismiss(id);
      throw error;
    });
    if (outcome.kind !== 'stored') options.dispatcher.waiters.dismiss(id);
    const replayed = replayOrRefuse(outcome, incoming);
    if (replayed) return replayed;
    incoming.messageId = id;
    incoming.isRecorded = true;
    const waited = await waiting;
    return waited
      ? { status: waited.status, answer: waited.text, errorCode: waited.errorCode, isReplayed: false }
      : { ...result, errorCode: null, isReplayed: false };
  });
};

/** Begins to wait before the message is stored: its outcome may be known a moment after. */
const waitForOutcome = (
  { dispatcher, waitSeconds, errorsPage }: AcceptOptions,
  incoming: IncomingRequest,
  { companyId, id }: NewMessage,
  { isElsewhere }: Offer,
  idempotencyKey: string | null,
): Promise<WaitedAnswer | null> => {
  const send = {
    messageId: id,
    requestId: incoming.id,
    idempotencyKey,
    receivedAt: incoming.receivedAt,
    errorsPage: errorsPage(),
  };
  return dispatcher.waiters.wait(
    { companyId, messageId: id, isElsewhere, toAnswer: (outcome) => answerToOutcome(send, outcome) },
    waitSeconds * 1000,
  );
};
