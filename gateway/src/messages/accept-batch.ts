// Many messages in one request: each is judged on its own, and those that are good are stored in one commit.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { BatchError, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import type { Company } from '../companies/directory.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import {
  type AcceptedMessage,
  type AcceptOptions,
  checkMaySend,
  messagesPerSlice,
  offerMessage,
  optedOutError,
  replayOrRefuse,
  sendersOf,
  storeOffered,
} from './accept-message.ts';
import { queuedStatus } from './answer-send.ts';
import { targetsOf } from './content/message-target.ts';
import {
  addressOf,
  meaningOf,
  type PreparedMessage,
  prepareMessage,
  type SendCommand,
  wantsContact,
} from './send-command.ts';
import { fingerprintOf, readIdempotencyKey } from './storing/idempotency.ts';

/** One message of a batch as it was checked: what it asks for, or what is wrong with it. */
export type BatchItem = { readonly command: SendCommand } | { readonly errors: readonly FieldError[] };

type Result = SendBatchAnswer['results'][number];

const refused = (
  index: number,
  code: ErrorCode,
  detail: string,
  errors: readonly FieldError[] = [],
): Result => ({
  index,
  status: 'refused',
  error: { title: errorCatalogue[code].title, detail, code, errors: [...errors] } satisfies BatchError,
});

/** Pointers into one message become pointers into the body of the batch. */
export const within = (index: number, errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, pointer: `/messages/${index}${error.pointer ?? ''}` }));

interface Accepted {
  readonly id: string;
  /** Place in the request. */
  readonly index: number;
  readonly prepared: PreparedMessage;
}

interface Judged {
  readonly results: readonly Result[];
  readonly accepted: readonly Accepted[];
}

/** One query for all people whose contact a text asks for. */
const findValues = async (options: AcceptOptions, company: Company, items: readonly BatchItem[]) => {
  const wanting = items.flatMap((item) =>
    'command' in item && wantsContact(item.command) ? [addressOf(item.command)] : [],
  );
  return wanting.length === 0 ? null : await options.findContactValues(company.id, wanting);
};

const judge = async (
  options: AcceptOptions,
  company: Company,
  items: readonly BatchItem[],
): Promise<Judged> => {
  const senders = await sendersOf(options, company);
  const contacts = await findValues(options, company, items);
  const commands = items.flatMap((item) => ('command' in item ? [item.command] : []));
  const targets = await targetsOf(options.findTargets, company.id, commands);
  const accepted: Accepted[] = [];
  const results = await inSlices(items, messagesPerSlice, (item, index): Result => {
    if ('errors' in item) {
      const [first] = item.errors;
      return refused(index, first?.code ?? 'invalid_value', first?.detail ?? '', item.errors);
    }
    try {
      const contact = contacts?.get(addressOf(item.command));
      const prepared = prepareMessage(item.command, senders, options, contact, targets);
      const id = newUuid();
      accepted.push({ id, index, prepared });
      return { index, status: 'queued', message_id: toPublicId('message', id) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refused(index, error.code, error.detail, error.errors && within(index, error.errors));
    }
  });
  return { results, accepted };
};

/** People who have opted out are known when the batch is stored; it is stored again without them. */
const withoutOptedOut = ({ results, accepted }: Judged, messageIds: ReadonlySet<string>): Judged => {
  const { code, detail, errors } = optedOutError();
  const gone = new Set(accepted.filter(({ id }) => messageIds.has(id)).map(({ index }) => index));
  return {
    accepted: accepted.filter(({ id }) => !messageIds.has(id)),
    results: results.map((result, index) =>
      gone.has(index) ? refused(index, code, detail, errors && within(index, errors)) : result,
    ),
  };
};

const fingerprintOfBatch = (items: readonly BatchItem[]): Buffer =>
  fingerprintOf({
    batch: JSON.stringify(items.map((item) => ('command' in item ? meaningOf(item.command) : null))),
  });

const answerOf = ({ results, accepted }: Judged): string =>
  JSON.stringify({
    accepted: accepted.length,
    refused: results.length - accepted.length,
    results: [...results],
  } satisfies SendBatchAnswer);

interface BatchContext {
  readonly options: AcceptOptions;
  readonly company: Company;
  readonly incoming: IncomingRequest;
  readonly origin: RequestOrigin;
  readonly key: string | null;
  readonly fingerprint: Buffer | null;
}

const storeJudged = async (context: BatchContext, judged: Judged): Promise<AcceptedMessage> => {
  const { options, company, incoming, origin, key, fingerprint } = context;
  const result = { status: queuedStatus, answer: answerOf(judged) };
  const offered = await inSlices(judged.accepted, messagesPerSlice, ({ id, prepared }) =>
    offerMessage(options.dispatcher, prepared, id, incoming.id),
  );
  const [first, ...rest] = offered.map(({ message }) => message);
  // Nothing of it is good: nothing is stored, and the request is recorded like any other that made no message.
  if (!first) return { ...result, errorCode: null, isReplayed: false };
  const row = toRequestRow({ ...incoming, idempotencyKey: key }, company.id, origin, result);
  const outcome = await storeOffered(
    options.store,
    { request: row, fingerprint, messages: [first, ...rest] },
    offered.map(({ offer }) => offer),
  );
  if (outcome.kind === 'opted_out')
    return await storeJudged(context, withoutOptedOut(judged, outcome.messageIds));
  const replayed = replayOrRefuse(outcome, incoming);
  if (replayed) return replayed;
  incoming.isRecorded = true;
  return { ...result, errorCode: null, isReplayed: false };
};

export const acceptBatch = async (
  options: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  items: readonly BatchItem[],
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  const judged = await judge(options, company, items);
  const fingerprint = key === null ? null : fingerprintOfBatch(items);
  return await options.keysInProgress.run(company.id, key, () =>
    storeJudged({ options, company, incoming, origin, key, fingerprint }, judged),
  );
};
