// Fetches one file of an incoming message. A fetch that fails for now is retried, through restarts, until the provider
// would have forgotten it.

import type { Failure } from '@hudhud/contract/failure.ts';
import { mediaBytesMax } from '@hudhud/contract/media-limits.ts';
import type { RecordFileCalls } from '../../monitoring/calls/record-calls.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { AnswerCutError } from '../../platform/outgoing-http/result.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { FetchOutcome, FetchResult } from '../../providers/media-part.ts';
import { byItself, ownFailure } from '../../providers/own-failure.ts';
import type { Sender, SenderDirectory } from '../../senders/directory.ts';
import { identifyFetched } from '../files/identify-file.ts';
import { type KeepOptions, placeAndRefer } from '../files/keep-file.ts';
import type { MediaKey } from '../queries.ts';
import { type DueFile, giveUp, postpone, storeFetched } from './queries.ts';

export interface FetchFileOptions extends KeepOptions {
  readonly senders: SenderDirectory;
  /** The way to providers. */
  readonly providerHttp: OutgoingHttp;
  readonly recordCalls: RecordFileCalls;
  /** Companies with a new event. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

const fetchMilliseconds = 300_000;
/** Ids of providers' files live for seven days. */
const patienceMilliseconds = 7 * dayMilliseconds;
const longestPauseSeconds = 3_600;

/** 5 s, 10 s, 20 s, ... up to an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseSeconds, 5 * 2 ** Math.min(Math.max(0, attempts - 1), 20));

const noSender = ownFailure(
  'sender_missing',
  '',
  'The sender that received the file is gone.',
  'Ask the person to send it again.',
);

const differs = ownFailure('hash_differs', '', 'The file did not arrive as the provider has it.', byItself);

const brokenOff = (error: AnswerCutError): Failure =>
  ownFailure('connection_cut', error.message, 'The file broke off on its way.', byItself);

const tooBig = ownFailure(
  'media_too_big',
  '',
  `The file is larger than ${mediaBytesMax} bytes.`,
  'Ask the person for a smaller file.',
);

/** A provider that does not say how large a file is lets it be known only on the way. */
const isTooBig = (error: unknown): boolean =>
  (error instanceof AnswerCutError && error.cutBy === 'length') ||
  (error instanceof AppError && error.code === 'media_too_big');

/** The company has no room, or the store is away. */
const notKept = ({ code, detail }: AppError): Failure => ownFailure(code, '', detail, byItself);

const keyOf = ({ company_id: companyId, id }: DueFile): MediaKey => ({ companyId, id });

const findSender = async (
  { senders }: FetchFileOptions,
  { company_id: companyId, sender_id: senderId }: DueFile,
): Promise<Sender | null> => {
  const known = senders.peek(companyId) ?? (await senders.find(companyId));
  return known.find(({ id }) => id === senderId) ?? null;
};

const later = async (
  { pool }: FetchFileOptions,
  file: DueFile,
  failure: Failure,
  afterSeconds: number | null = null,
): Promise<void> => {
  if (Date.now() - file.created_at.getTime() > patienceMilliseconds) {
    await giveUp(pool, keyOf(file), 'gone', JSON.stringify(failure));
    return;
  }
  const seconds = Math.max(afterSeconds ?? 0, pauseAfter(file.attempts));
  await postpone(pool, keyOf(file), seconds, JSON.stringify(failure));
};

const keep = async (
  options: FetchFileOptions,
  file: DueFile,
  { body, mimeType, sha256 }: Extract<FetchOutcome, { kind: 'fetched' }>,
): Promise<void> => {
  const { pool, spool } = options;
  const spooled = await spool.write(body, mediaBytesMax).finally(() => body.destroy());
  try {
    const wanted = file.expected_sha256 ?? sha256;
    if (wanted !== null && wanted !== spooled.sha256) return await later(options, file, differs);
    const { head, bytes } = spooled;
    const declared = mimeType ?? file.mime_type;
    const facts = await identifyFetched({ head, bytes, declared, filename: file.filename });
    const key = keyOf(file);
    const outcome = await placeAndRefer(options, key.companyId, spooled, async () => {
      const eventId = newUuid();
      const stored = await storeFetched(pool, { ...key, ...facts, bytes, sha256: spooled.sha256, eventId });
      return stored === 'unplaced' ? null : stored;
    });
    if (outcome === 'stored') options.onEmitted([key.companyId]);
  } finally {
    await spool.discard(spooled);
  }
};

/** The last of several requests decides: each of those before it was answered as expected. */
const recordFetch = async (
  { recordCalls }: FetchFileOptions,
  file: DueFile,
  firstId: string,
  { outcome, calls }: FetchResult,
): Promise<void> => {
  await recordCalls(
    calls.map((exchange, index) => ({
      companyId: file.company_id,
      id: index === 0 ? firstId : newUuid(),
      senderId: file.sender_id,
      messageId: file.message_id,
      attempt: file.attempts,
      exchange,
      ...(index < calls.length - 1 || outcome.kind === 'fetched'
        ? { outcome: 'sent', failure: null }
        : { outcome: outcome.kind === 'retry' ? 'retry' : 'rejected', failure: outcome.failure }),
    })),
  );
};

export const fetchFile = async (options: FetchFileOptions, file: DueFile): Promise<void> => {
  const sender = await findSender(options, file);
  const media = sender?.provider.media;
  if (!sender || !media) {
    await giveUp(options.pool, keyOf(file), 'gone', JSON.stringify(noSender));
    return;
  }
  const wanted = {
    reference: file.reference,
    mimeType: file.mime_type,
    filename: file.filename,
    sha256: file.expected_sha256,
  };
  const bounds = { bytesMax: mediaBytesMax, timeoutMilliseconds: fetchMilliseconds };
  const callId = newUuid();
  const result = await media.fetch(options.providerHttp, sender.fields, wanted, bounds);
  await recordFetch(options, file, callId, result);
  const { outcome } = result;
  if (outcome.kind === 'retry') return await later(options, file, outcome.failure, outcome.afterSeconds);
  if (outcome.kind !== 'fetched') {
    await giveUp(options.pool, keyOf(file), outcome.kind, JSON.stringify(outcome.failure));
    return;
  }
  try {
    await keep(options, file, outcome);
  } catch (error) {
    if (isTooBig(error)) return await giveUp(options.pool, keyOf(file), 'too_big', JSON.stringify(tooBig));
    if (error instanceof AnswerCutError) return await later(options, file, brokenOff(error));
    if (error instanceof AppError) return await later(options, file, notKept(error));
    throw error;
  }
};
