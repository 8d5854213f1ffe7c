// One request on its way into the requests table. Bodies and answers are cut to a size that keeps every ordinary send
// whole; secrets are removed before.

import { columnTable } from '../platform/database/column-table.ts';
import { storableText, storableTextOrNull } from '../platform/database/storable-text.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { removeFromAnswer, removeFromBody, type SecretFields } from '../platform/http/secret-fields.ts';
import { removeQuerySecrets, removeSecrets } from '../platform/redact.ts';

// The headers of a request that are worth keeping: those that change what it means. Who asked is never kept, what has a column of
// its own is not kept twice, and what only concerns the connection says nothing. An ordinary send keeps about 50 characters.

const dull =
  /^(?:accept-encoding|authorization|connection|content-length|cookie|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade(?:-.*)?|user-agent|x-company-id|x-hudhud-.*|x-request-id|sec-.*)$/;
const secret = /auth|cookie|credential|key|pass|secret|session|signature|token/;
const headersMax = 20;
const valueCharactersMax = 200;

export const keptHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null => {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dull.test(name)) continue;
    count += 1;
    if (count > headersMax) break;
    const text = Array.isArray(value) ? value.join(', ') : value;
    kept[storableText(name, valueCharactersMax)] = secret.test(name)
      ? '[removed]'
      : storableText(text, valueCharactersMax);
  }
  return count === 0 ? null : JSON.stringify(kept);
};

export interface RequestRow {
  readonly companyId: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  /** `performance.now()` of its arrival; the duration is taken when the row is written. */
  readonly receivedAt: number;
  readonly source: string;
  readonly userAgent: string | null;
  readonly callerRequestId: string | null;
  readonly idempotencyKey: string | null;
  readonly body: string | null;
  readonly bodyBytes: number;
  readonly bodyIsWhole: boolean;
  readonly answer: string | null;
  readonly messageId: string | null;
  readonly retryOf: string | null;
  /** JSON; absent in a row that an older version left pending. */
  readonly headers?: string | null;
}

/** The request as the HTTP server saw it. */
export interface RequestOrigin {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The secret fields that the route declares. */
  readonly routeOptions?: { readonly config: { readonly secretFields?: SecretFields } };
}

export const bodyCharactersMax = 65_536;
const answerCharactersMax = 16_384;
const pathCharactersMax = 500;
const userAgentCharactersMax = 300;

/** A body that comes in chunks has no length on arrival. */
const hasBody = (incoming: IncomingRequest, origin: RequestOrigin): boolean =>
  incoming.bodyBytes > 0 || origin.headers['transfer-encoding'] !== undefined;

/**
 * Every failure has a code, because the index of failed requests holds those that have one. An answer that is repeated
 * for an idempotency key was written by an earlier request, and its code stands in it.
 */
const codeOfAnswer = ({ status, answer }: { status: number; answer: string | null }): string | null =>
  status < 400 ? null : (/"code": ?"([a-z0-9_]+)"/.exec(answer ?? '')?.[1] ?? 'unknown');

/** By what the route declares, then by name, for what no route thought of. */
const cleanBody = (body: string | null, fields: SecretFields | undefined): string | null =>
  body === null ? null : removeSecrets(fields ? removeFromBody(body, fields) : body);

const cleanAnswer = (answer: string | null, fields: SecretFields | undefined): string | null =>
  answer === null ? null : removeSecrets(fields ? removeFromAnswer(answer, fields) : answer);

export const toRequestRow = (
  incoming: IncomingRequest,
  companyId: string,
  origin: RequestOrigin,
  result: { status: number; answer: string | null },
): RequestRow => {
  const fields = origin.routeOptions?.config.secretFields;
  const body = cleanBody(incoming.body, fields);
  const userAgent = origin.headers['user-agent'];
  return {
    companyId,
    id: incoming.id,
    method: origin.method,
    path: storableText(removeQuerySecrets(origin.url), pathCharactersMax),
    status: result.status,
    errorCode: incoming.errorCode ?? codeOfAnswer(result),
    receivedAt: incoming.receivedAt,
    source: incoming.source,
    userAgent: storableTextOrNull(typeof userAgent === 'string' ? userAgent : null, userAgentCharactersMax),
    callerRequestId: incoming.callerRequestId,
    idempotencyKey: storableTextOrNull(incoming.idempotencyKey, 255),
    body: storableTextOrNull(body, bodyCharactersMax),
    bodyBytes: incoming.bodyBytes,
    // A body with a removed secret can no longer be sent again as it was, so it does not count as whole.
    bodyIsWhole:
      body === null ? !hasBody(incoming, origin) : body === incoming.body && body.length <= bodyCharactersMax,
    answer: storableTextOrNull(cleanAnswer(result.answer, fields), answerCharactersMax),
    messageId: incoming.messageId,
    retryOf: incoming.retryOf,
    headers: keptHeaders(origin.headers),
  };
};

/** A row that waits to be written, as JSON. */
export const pendingRequestText = (row: RequestRow): string => JSON.stringify(row);

/** The row behind such a text; the process that measured the time of its arrival is gone. */
export const readPendingRequest = (text: string | null): RequestRow | null =>
  text === null ? null : { ...(JSON.parse(text) as RequestRow), receivedAt: performance.now() };

const durationOf = ({ receivedAt }: RequestRow): number =>
  Math.round((performance.now() - receivedAt) * 100) / 100;

export const requestColumns = columnTable<RequestRow>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.id],
  method: ['text', (row) => row.method],
  path: ['text', (row) => row.path],
  status: ['smallint', (row) => row.status],
  error_code: ['text', (row) => row.errorCode],
  duration_ms: ['real', durationOf],
  source: ['text', (row) => row.source],
  user_agent: ['text', (row) => row.userAgent],
  caller_request_id: ['text', (row) => row.callerRequestId],
  idempotency_key: ['text', (row) => row.idempotencyKey],
  body: ['text', (row) => row.body],
  body_bytes: ['integer', (row) => row.bodyBytes],
  body_is_whole: ['boolean', (row) => row.bodyIsWhole],
  answer: ['text', (row) => row.answer],
  message_id: ['uuid', (row) => row.messageId],
  retry_of: ['uuid', (row) => row.retryOf],
  headers: ['text', (row) => row.headers ?? null],
});

/** The answer to a request that waited for something else, and what its row keeps of it. */
export interface WaitedAnswer {
  readonly request: RequestRow;
  readonly status: number;
  readonly text: string;
  readonly errorCode: string | null;
}

/** The row of a request with the answer that it was given. */
export const answeredRow = ({ request, status, text, errorCode }: WaitedAnswer): RequestRow => ({
  ...request,
  status,
  answer: text,
  errorCode,
});
