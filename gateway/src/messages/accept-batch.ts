// Many messages in one request: each is judged on its own, and those that are good are stored in one commit.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { BatchError, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import type { Company } from '../companies/directory.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import {
  type AcceptedMessage,
  type AcceptOptions,
  checkMaySend,
  offerMessage,
  replayOrRefuse,
  sendersOf,
  storeOffered,
} from './accept-message.ts';
import { queuedStatus } from './answer-send.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency.ts';
import { type PreparedMessage, prepareMessage, type SendCommand } from './send-command.ts';

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

interface Judged {
  readonly results: readonly Result[];
  readonly accepted: readonly { readonly id: string; readonly prepared: PreparedMessage }[];
}

const judge = async (
  options: AcceptOptions,
  company: Company,
  items: readonly BatchItem[],
): Promise<Judged> => {
  const senders = await sendersOf(options, company);
  const accepted: { id: string; prepared: PreparedMessage }[] = [];
  const results = items.map((item, index): Result => {
    if ('errors' in item) {
      const [first] = item.errors;
      return refused(index, first?.code ?? 'invalid_value', first?.detail ?? '', item.errors);
    }
    try {
      const prepared = prepareMessage(item.command, senders, options);
      const id = newUuid();
      accepted.push({ id, prepared });
      return { index, status: 'queued', message_id: toPublicId('message', id) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refused(index, error.code, error.detail, error.errors && within(index, error.errors));
    }
  });
  return { results, accepted };
};

const fingerprintOfBatch = (items: readonly BatchItem[]): Buffer =>
  fingerprintOf({ batch: JSON.stringify(items.map((item) => ('command' in item ? item.command : null))) });

export const acceptBatch = async (
  options: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  items: readonly BatchItem[],
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  const { results, accepted } = await judge(options, company, items);
  const answer = JSON.stringify({
    accepted: accepted.length,
    refused: items.length - accepted.length,
    results: [...results],
  } satisfies SendBatchAnswer);
  const result = { status: queuedStatus, answer };
  const row = toRequestRow({ ...incoming, idempotencyKey: key }, company.id, origin, result);
  return await options.keysInProgress.run(company.id, key, async () => {
    const offered = accepted.map(({ id, prepared }) =>
      offerMessage(options.dispatcher, prepared, id, incoming.id),
    );
    const [first, ...rest] = offered.map(({ message }) => message);
    // Nothing of it is good: nothing is stored, and the request is recorded like any other that made no message.
    if (!first) return { ...result, errorCode: null, isReplayed: false };
    const fingerprint = key === null ? null : fingerprintOfBatch(items);
    const outcome = await storeOffered(
      options.store,
      { request: row, fingerprint, messages: [first, ...rest] },
      offered.map(({ offer }) => offer),
    );
    const replayed = replayOrRefuse(outcome, incoming);
    if (replayed) return replayed;
    incoming.isRecorded = true;
    return { ...result, errorCode: null, isReplayed: false };
  });
};
