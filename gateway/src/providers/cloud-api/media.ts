// Files by the Cloud API, at Meta or at a provider that speaks like it: uploaded as a form, and fetched in two steps,
// because a file is named by an id and its address lives for five minutes.

import { multipartBody } from '../../platform/outgoing-http/multipart.ts';
import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import { askMilliseconds, parseObject, recordCall, unreachedOutcome } from '../exchange.ts';
import type {
  FetchOutcome,
  FetchResult,
  IncomingFile,
  StoredFile,
  UploadOutcome,
  UploadResult,
} from '../media-part.ts';
import { byItself, ownFailure } from '../own-failure.ts';
import type { Failure } from '../provider.ts';
import { asText, type GraphError, readErrorAnswer } from './graph-error.ts';
import { type CloudApiTarget, judge, unusableTarget } from './send.ts';
import { toOutcome } from './verdicts.ts';

/** 100 MB over a line of 3 Mbit/s. */
const uploadMilliseconds = 300_000;
const answerBytesMax = 65_536;
/** Meta keeps an uploaded file for 30 days. */
const keptSeconds = 30 * 86_400;

type Answered = Extract<OutgoingResult, { kind: 'answered' }>;
type Unanswered = Exclude<OutgoingResult<'stream'>, { kind: 'answered' }>;

/** Hexadecimal, whether Meta wrote it so or in base64. */
export const readSha256 = (value: unknown): string | null => {
  const text = asText(value) ?? '';
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const bytes = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
  return bytes?.length === 32 ? bytes.toString('hex') : null;
};

/** The service that answers, and how it words its refusals. */
type Answerer = Pick<CloudApiTarget, 'provider' | 'readMetaError' | 'readOwnError'>;

const nameOf = ({ provider = 'Meta' }: Answerer): string => provider;

const errorIn = (result: Answered, { readMetaError = readErrorAnswer }: Answerer): GraphError | null =>
  readMetaError(result.body);

const readRefusal = (answerer: Answerer, result: Answered): UploadOutcome => {
  const { rule, failure } = judge(result, errorIn(result, answerer), answerer);
  if (result.status >= 500) return { kind: 'retry', scope: 'message', afterSeconds: null, failure };
  const outcome = toOutcome(rule, failure, readRetryAfter(result.headers));
  if (outcome.kind === 'retry') {
    return { ...outcome, scope: outcome.scope === 'sender' ? 'sender' : 'message' };
  }
  return outcome.kind === 'suspended' ? outcome : { kind: 'rejected', failure };
};

const readUploaded = (answerer: Answerer, result: OutgoingResult): UploadOutcome => {
  if (result.kind === 'unsent' && result.reason === 'invalid_request') return unusableTarget(result.detail);
  // An upload that was lost on the way is repeated: no person saw it.
  if (result.kind !== 'answered') return unreachedOutcome(nameOf(answerer), result);
  if (result.status < 200 || result.status >= 300) return readRefusal(answerer, result);
  const reference = asText(parseObject(result.body)?.id);
  if (reference) return { kind: 'uploaded', reference, keptSeconds };
  const failure = ownFailure(
    'unreadable_answer',
    'The answer was a success without an id.',
    `${nameOf(answerer)} did not say under which id it has taken the file.`,
    byItself,
  );
  return { kind: 'retry', scope: 'message', afterSeconds: null, failure };
};

/** The request body as the log shows it: everything but the file. */
const describeUpload = ({ mimeType, filename, bytes, sha256 }: StoredFile): string =>
  JSON.stringify({ messaging_product: 'whatsapp', type: mimeType, file: { filename, bytes, sha256 } });

/** The headers of the target must not name a content type: the form has its own. */
export const uploadByCloudApi = async (
  http: OutgoingHttp,
  target: CloudApiTarget,
  file: StoredFile,
): Promise<UploadResult> => {
  const { url, headers, secrets } = target;
  const { contentType, body } = multipartBody([
    { name: 'messaging_product', value: 'whatsapp' },
    { name: 'type', value: file.mimeType },
    {
      name: 'file',
      fileName: file.filename,
      contentType: file.mimeType,
      content: { stream: await file.open(), byteLength: file.bytes },
    },
  ]);
  const result = await http.send({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': contentType },
    body,
    timeoutMilliseconds: uploadMilliseconds,
    answerBytesMax,
  });
  return {
    outcome: secrets.hideInOutcome(readUploaded(target, result)),
    call: recordCall(
      { method: 'POST', url: secrets.hide(url), body: describeUpload(file) },
      result,
      secrets.hide,
    ),
  };
};

export interface CloudApiFiles extends Omit<CloudApiTarget, 'url'> {
  /** Where the address of a file is asked for. */
  readonly urlOf: (reference: string) => string;
  /** The address at which the file is fetched with the sender's credentials; null for one that must not see them. */
  readonly addressOf: (url: string) => string | null;
  /** The provider asks not to repeat a download that it refused. */
  readonly isRefusalFinal?: true;
}

interface Bounds {
  readonly bytesMax: number;
  readonly timeoutMilliseconds: number;
}

const again = (failure: Failure, afterSeconds: number | null = null): FetchOutcome => ({
  kind: 'retry',
  afterSeconds,
  failure,
});

const gone = (answerer: Answerer, detail: string): FetchOutcome => ({
  kind: 'gone',
  failure: ownFailure(
    'media_gone',
    detail,
    `${nameOf(answerer)} does not have the file any more.`,
    'Ask the person to send it again.',
  ),
});

const tooBig = (bytes: number, bytesMax: number): FetchOutcome => ({
  kind: 'too_big',
  failure: ownFailure(
    'media_too_big',
    `${bytes} bytes`,
    `The file is larger than ${bytesMax} bytes.`,
    'Ask the person for a smaller file.',
  ),
});

const blocked = (answerer: Answerer, detail: string): FetchOutcome => ({
  kind: 'blocked',
  failure: ownFailure(
    'media_blocked',
    detail,
    `The file lies at an address that is not one of ${nameOf(answerer)}.`,
    'Check the base address of the sender.',
  ),
});

/** Graph says 100 with the subcode 33 of what it does not have; a file that was never one of this number is the same. */
const readAskRefusal = (answerer: Answerer, result: Answered): FetchOutcome => {
  const error = errorIn(result, answerer);
  const isUnknown = error?.code === 100 || error?.code === 33;
  const isOwn = error !== null || (answerer.readOwnError?.(result.body, result.status) ?? null) !== null;
  if (isUnknown || (result.status === 404 && isOwn)) return gone(answerer, error?.detail ?? 'HTTP 404');
  const { failure } = judge(result, error, answerer);
  return again({ ...failure, action: isOwn ? failure.action : byItself }, readRetryAfter(result.headers));
};

interface Found {
  readonly url: string;
  readonly mimeType: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

const readFound = (body: string): Found | null => {
  const fields = parseObject(body);
  // Some write it with a backslash before every slash, twice.
  const url = asText(fields?.url)?.replaceAll('\\', '');
  if (!fields || !url || !URL.canParse(url)) return null;
  const bytes = Number(asText(fields.file_size) ?? Number.NaN);
  return {
    url,
    mimeType: asText(fields.mime_type),
    bytes: Number.isSafeInteger(bytes) ? bytes : null,
    sha256: readSha256(fields.sha256),
  };
};

const readUnanswered = (answerer: Answerer, result: Unanswered): FetchOutcome =>
  result.kind === 'unsent' && result.reason === 'blocked'
    ? blocked(answerer, result.detail)
    : again(unreachedOutcome(nameOf(answerer), result).failure);

const readDownload = (
  files: CloudApiFiles,
  result: OutgoingResult<'stream'>,
  found: Found,
  bounds: Bounds,
): FetchOutcome => {
  if (result.kind !== 'answered') return readUnanswered(files, result);
  const { status, headers, body } = result;
  const bytes = Number(headers['content-length'] ?? found.bytes ?? Number.NaN);
  if (status === 200 && !(bytes > bounds.bytesMax)) {
    return {
      kind: 'fetched',
      body,
      mimeType: found.mimeType ?? headers['content-type'] ?? null,
      bytes: Number.isSafeInteger(bytes) ? bytes : null,
      sha256: found.sha256,
    };
  }
  body.destroy();
  if (status === 200) return tooBig(bytes, bounds.bytesMax);
  if (files.isRefusalFinal && status >= 400 && status < 500) return gone(files, `HTTP ${status}`);
  // The next try asks for a new address; this one may have ended.
  return again(ownFailure(`http_${status}`, `HTTP ${status}`, 'The file could not be downloaded.', byItself));
};

export const fetchByCloudApi = async (
  http: OutgoingHttp,
  files: CloudApiFiles,
  { reference }: IncomingFile,
  bounds: Bounds,
): Promise<FetchResult> => {
  const { urlOf, addressOf, headers, secrets } = files;
  const askUrl = urlOf(reference);
  const request = { method: 'GET', headers, body: null } as const;
  const asked = await http.send({
    ...request,
    url: askUrl,
    timeoutMilliseconds: Math.min(askMilliseconds, bounds.timeoutMilliseconds),
    answerBytesMax,
  });
  const calls = [recordCall({ method: 'GET', url: secrets.hide(askUrl), body: null }, asked, secrets.hide)];
  const end = (outcome: FetchOutcome): FetchResult => ({ outcome: secrets.hideInOutcome(outcome), calls });
  if (asked.kind !== 'answered') return end(readUnanswered(files, asked as Unanswered));
  if (asked.status !== 200) return end(readAskRefusal(files, asked));
  const found = readFound(asked.body);
  if (!found) {
    const cause = `${nameOf(files)} did not say where the file is.`;
    return end(again(ownFailure('unreadable_answer', '', cause, byItself)));
  }
  const url = addressOf(found.url);
  if (url === null) return end(blocked(files, `It lies at ${new URL(found.url).host}.`));
  if ((found.bytes ?? 0) > bounds.bytesMax) return end(tooBig(found.bytes ?? 0, bounds.bytesMax));
  const { 'content-type': _none, ...credentials } = headers;
  // No redirect is followed: it could lead the credentials elsewhere.
  const downloaded = await http.send({
    ...request,
    headers: { ...credentials, 'user-agent': 'Hudhud' },
    url,
    timeoutMilliseconds: bounds.timeoutMilliseconds,
    answerBytesMax: bounds.bytesMax,
    answerAs: 'stream',
  });
  calls.push(recordCall({ method: 'GET', url: secrets.hide(url), body: null }, downloaded, secrets.hide));
  return end(readDownload(files, downloaded, found, bounds));
};
