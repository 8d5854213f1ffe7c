// Which requests can be run again with any sense.

import type { RequestSummary } from '@hudhud/contract/requests.ts';

/** Reads change nothing when repeated, and a retry is repeated by retrying its original. */
export const isWorthRetrying = ({ status, method, path, kind }: RequestSummary): boolean =>
  status >= 400 && method !== 'GET' && kind === 'api' && !/\/(?:retry|send-edited)$/.test(path);

/** The request itself is wrong: the same body is refused in the same way every time. */
const hopelessCodes: ReadonlySet<string> = new Set([
  'batch_empty',
  'batch_too_large',
  'body_too_large',
  'idempotency_key_reused',
  'invalid_characters',
  'invalid_http',
  'invalid_id',
  'invalid_idempotency_key',
  'invalid_json',
  'invalid_phone_number',
  'invalid_schedule',
  'invalid_value',
  'json_too_deep',
  'missing_field',
  'route_not_found',
  'text_empty',
  'text_too_long',
  'unknown_channel',
  'unknown_field',
  'unknown_message_type',
  'unknown_provider',
  'unsupported_content_type',
  'wrong_count',
  'wrong_type',
]);

export const canSucceed = ({ error_code }: Pick<RequestSummary, 'error_code'>): boolean =>
  error_code === null || !hopelessCodes.has(error_code);

/** Counts the requests that are left out of a retry, by their code. */
export function countHopeless(requests: readonly RequestSummary[]): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const request of requests) {
    if (canSucceed(request) || request.error_code === null) continue;
    counts.set(request.error_code, (counts.get(request.error_code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
