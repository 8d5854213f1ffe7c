// The part of the catalogue about requests themselves: what is broken, too large, too slow, too many or unknown to us.

import { type ErrorEntry, entry } from './error-entry.ts';

export const httpErrors = {
  invalid_json: entry(
    400,
    'The body is not valid JSON',
    'The request body could not be parsed as UTF-8 JSON, or it is empty.',
    'Send one JSON object, encoded as UTF-8. The detail says where parsing stopped.',
  ),
  json_too_deep: entry(
    400,
    'The JSON is nested too deeply',
    'Lists and objects in the body lie inside each other more than 64 levels deep.',
    'Send a flatter body; no request needs more than ten levels.',
  ),
  invalid_http: entry(
    400,
    'This is not a valid HTTP request',
    'The request line or a header is broken.',
    'Use an ordinary HTTP client.',
  ),
  request_timeout: entry(
    408,
    'The request did not arrive in time',
    'The headers or the body came too slowly, and the connection was closed. Nothing of it was stored.',
    'Send it again over a better connection. Requests without credentials have only seconds to arrive.',
  ),
  headers_too_large: entry(
    431,
    'The headers are too large',
    'The request line and the headers together are larger than 16 KB.',
    'Send fewer or shorter headers and parameters; long values belong into the body.',
  ),
  invalid_credentials: entry(
    401,
    'The company id or token is wrong',
    'The Authorization or X-Company-ID header is missing, or the two do not belong together.',
    'Send `Authorization: Bearer <token>` and `X-Company-ID: <company id>`. A lost token is replaced with `hudhud token set`.',
  ),
  route_not_found: entry(
    404,
    'There is nothing at this address',
    'No route answers this method and path.',
    'Check the method and the path against the API reference.',
  ),
  body_too_large: entry(
    413,
    'The body is too large',
    'The request body is larger than this gateway accepts (1 MiB by default).',
    'Send less in one request.',
  ),
  unsupported_content_type: entry(
    415,
    'The body is not JSON',
    'The Content-Type header is missing or names something else than JSON.',
    'Send `Content-Type: application/json`.',
  ),
  missing_field: entry(
    422,
    'A required field is missing',
    'The body lacks a field that this request needs.',
    'Add the field that the pointer names.',
  ),
  unknown_field: entry(
    422,
    'A field is unknown',
    'The body or query has a field that this request does not know. It was not ignored, because a typo must not be swallowed.',
    'Remove or rename the field; the detail names the nearest known one.',
  ),
  wrong_type: entry(
    422,
    'A field has the wrong JSON type',
    'A value is, for example, a number where a string is expected. Values in bodies are never converted.',
    'Send the type that the detail names.',
  ),
  invalid_value: entry(
    422,
    'A field has a value that is not allowed',
    'A value is outside the range or the list of allowed values.',
    'Send a value that the detail allows.',
  ),
  invalid_id: entry(
    422,
    'This is not an id of the right kind',
    'Ids carry their kind: `msg_` is a message, `req_` a request, `co_` a company.',
    'Send the id as the API gave it to you.',
  ),
  invalid_cursor: entry(
    422,
    'The cursor is not one of ours',
    'The cursor was changed, or belongs to another list.',
    'Send `next_cursor` of the page before, unchanged, or leave it out to start again.',
  ),
  invalid_characters: entry(
    422,
    'A text holds characters that cannot be carried',
    'A value contains a NUL character or half of a surrogate pair.',
    'Remove the character; it usually comes from cutting a text in the middle of an emoji.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'More requests came than the limit in the RateLimit-Policy header allows.',
    'Wait as long as `Retry-After` says, then go on.',
  ),
  too_many_open_requests: entry(
    429,
    'Too many requests are open at once',
    'This company, sender or address already holds its share of the requests that the gateway serves at the same time. Nothing of this one was stored.',
    'Wait for answers before sending more, or wait as long as `Retry-After` says.',
  ),
  too_many_streams: entry(
    429,
    'Too many live lists are open',
    'The company already follows as many live lists as this gateway allows at once.',
    'Close a live list that is not in use, or wait as long as `Retry-After` says.',
  ),
  internal_error: entry(
    500,
    'Something went wrong on our side',
    'The gateway met a fault that it did not expect. The request id leads the operator to it.',
    'Try again with the same Idempotency-Key; if it stays, give the operator the request id.',
  ),
  overloaded: entry(
    503,
    'The gateway is full at this moment',
    'More requests are being stored than the gateway admits at once. Nothing of this one was stored.',
    'Wait as long as `Retry-After` says and send it again.',
  ),
  store_unavailable: entry(
    503,
    'The message store cannot be reached',
    'The database did not answer. The message may or may not have been stored.',
    'Send it again with the same Idempotency-Key: it is then stored once, whatever happened before.',
  ),
} as const satisfies Record<string, ErrorEntry>;
