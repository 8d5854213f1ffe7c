// Fetches a file from an address that a caller gave. The guard looks at every address that is dialled, of the first hop
// and of every redirect; size and time are always bounded.

import type { Readable } from 'node:stream';
import type { Failure } from '@hudhud/contract/failure.ts';
import { mediaBytesMax } from '@hudhud/contract/media-limits.ts';
import type { FileCall, RecordFileCalls } from '../../monitoring/calls/record-calls.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { AnswerCutError } from '../../platform/outgoing-http/result.ts';
import type { MediaRow } from '../queries.ts';
import type { Spool, Spooled } from '../store/spool.ts';
import { tooBig } from '../store/spool.ts';
import { cleanFilename, filenameFrom } from './filename.ts';
import { identifyFetched } from './identify-file.ts';
import { type KeepOptions, keepFile } from './keep-file.ts';

export interface UrlFetchOptions extends KeepOptions {
  /** With the guard. */
  readonly http: OutgoingHttp;
  readonly recordCalls: RecordFileCalls;
}

export interface UrlRequest {
  readonly companyId: string;
  readonly url: string;
  readonly filename: string | null;
  readonly timeoutMilliseconds: number;
}

const redirectsMax = 5;

const failed = (detail: string): AppError => new AppError('media_fetch_failed', { detail });

type Result = OutgoingResult<'stream'>;

const readUnanswered = (result: Exclude<Result, { kind: 'answered' }>): AppError => {
  if (result.kind === 'unanswered' || result.reason === 'connect_timeout') {
    return failed('The address did not answer in time.');
  }
  if (result.reason === 'blocked') return failed(`The address is not a public one. ${result.detail}`);
  return failed(`The address could not be reached (${result.reason}).`);
};

const read = async (spool: Spool, body: Readable): Promise<Spooled> => {
  try {
    return await spool.write(body, mediaBytesMax);
  } catch (error) {
    if (!(error instanceof AnswerCutError)) throw error;
    throw error.cutBy === 'length' ? tooBig(mediaBytesMax) : failed(error.message);
  } finally {
    body.destroy();
  }
};

const keep = async (
  options: UrlFetchOptions,
  { companyId, url, filename: given }: UrlRequest,
  result: Result,
): Promise<MediaRow> => {
  if (result.kind !== 'answered') throw readUnanswered(result);
  const { status, headers, body } = result;
  if (status !== 200) {
    body.destroy();
    const isRedirect = status >= 300 && status < 400;
    throw failed(
      isRedirect
        ? 'The address redirects too often, or to where it must not.'
        : `The address answered ${status}.`,
    );
  }
  const spooled = await read(options.spool, body);
  try {
    if (spooled.bytes === 0) throw failed('The address gave an empty file.');
    const filename = cleanFilename(given) ?? filenameFrom(headers['content-disposition'], url);
    const declared = headers['content-type'] ?? null;
    const facts = await identifyFetched({ head: spooled.head, bytes: spooled.bytes, declared, filename });
    return await keepFile(options, spooled, { companyId, filename, ...facts });
  } finally {
    await options.spool.discard(spooled);
  }
};

const toFailure = (error: unknown): Failure | null =>
  error instanceof AppError
    ? {
        code: error.code,
        title: error.detail,
        detail: '',
        cause: error.detail,
        action: 'Check that the file can be read at the address without signing in.',
      }
    : null;

const toExchange = (url: string, result: Result): FileCall['exchange'] => ({
  method: 'GET',
  url,
  requestBody: null,
  status: result.kind === 'answered' ? result.status : null,
  answerBody: null,
  milliseconds: result.milliseconds,
});

/** Throws the refusal for the caller. */
export const fetchUrl = async (options: UrlFetchOptions, request: UrlRequest): Promise<MediaRow> => {
  const { companyId, url } = request;
  const id = newUuid();
  const result = await options.http.send({
    method: 'GET',
    url,
    headers: { accept: '*/*', 'user-agent': 'Hudhud' },
    body: null,
    timeoutMilliseconds: request.timeoutMilliseconds,
    answerBytesMax: mediaBytesMax,
    answerAs: 'stream',
    redirectsMax,
  });
  const call = {
    companyId,
    id,
    senderId: null,
    messageId: null,
    attempt: 1,
    exchange: toExchange(url, result),
  };
  try {
    const row = await keep(options, request, result);
    await options.recordCalls([{ ...call, outcome: 'sent', failure: null }]);
    return row;
  } catch (error) {
    await options.recordCalls([{ ...call, outcome: 'rejected', failure: toFailure(error) }]);
    throw error;
  }
};
