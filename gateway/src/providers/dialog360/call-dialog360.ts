// One request to 360dialog that carries no message, and why it failed if it did.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { findRule, toFailure } from '../cloud-api/find-rule.ts';
import { askMilliseconds, type Exchange, recordCall } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import { dialog360Fields, dialog360Url, keyHeader } from './fields.ts';
import { readMetaError, readOwnError } from './read-error.ts';

const answerBytesMax = 16 * 1024 * 1024;
const keptCharacters = 65_536;

export interface Dialog360Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export const callDialog360 = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  { method, path, body }: Dialog360Request,
): Promise<Exchange> => {
  const url = dialog360Url(fields, path);
  const written = body === undefined ? null : JSON.stringify(body);
  const headers = { ...keyHeader(fields), ...(written !== null && { 'content-type': 'application/json' }) };
  const result = await http.send({
    method,
    url,
    headers,
    body: written,
    timeoutMilliseconds: askMilliseconds,
    answerBytesMax,
  });
  const { hide } = secretsOf(dialog360Fields, fields);
  const request = { method, url, body: written === null ? null : hide(written) };
  return { result, call: recordCall(request, result, (text) => hide(text.slice(0, keptCharacters))) };
};

const unreachable = (code: string, detail: string): Failure => ({
  code,
  title: '360dialog could not be reached',
  detail,
  cause: '360dialog could not be reached, or did not answer as it should.',
  action: 'Check the base address and the way out of this machine.',
});

const failureOf = (status: number, body: string): Failure => {
  const meta = readMetaError(body);
  if (meta) return toFailure(meta, findRule(meta, status));
  const own = readOwnError(body, status);
  if (!own) return unreachable(`http_${status}`, `HTTP ${status}`);
  const { code, title, rule } = own;
  return { code, title, detail: title, cause: rule.cause, action: rule.action };
};

/** Null when it worked. */
export const readFailure = (result: OutgoingResult, fields: ProviderFields): Failure | null => {
  if (result.kind !== 'answered') return unreachable(`connection_${result.reason}`, result.detail);
  if (result.status >= 200 && result.status < 300) return null;
  return secretsOf(dialog360Fields, fields).hideInFailure(failureOf(result.status, result.body));
};

export const notOurs = (): Failure =>
  unreachable('unreadable_answer', 'The answer was not one of 360dialog.');
