// One request to 360dialog that carries no message, and why it failed if it did.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { findRule, toFailure } from '../cloud-api/find-rule.ts';
import { asFields } from '../cloud-api/graph-error.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { Failure, ProviderCall, ProviderFields } from '../provider.ts';
import { dialog360Fields, dialog360Url, keyHeader } from './fields.ts';
import { readMetaError, readOwnError } from './read-error.ts';

const timeoutMilliseconds = 15_000;
const answerBytesMax = 16 * 1024 * 1024;
const keptCharacters = 65_536;

export interface Dialog360Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export interface Dialog360Call {
  readonly result: OutgoingResult;
  readonly call: ProviderCall;
}

export const callDialog360 = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  { method, path, body }: Dialog360Request,
): Promise<Dialog360Call> => {
  const url = dialog360Url(fields, path);
  const written = body === undefined ? null : JSON.stringify(body);
  const headers = { ...keyHeader(fields), ...(written !== null && { 'content-type': 'application/json' }) };
  const result = await http.send({
    method,
    url,
    headers,
    body: written,
    timeoutMilliseconds,
    answerBytesMax,
  });
  const { hide } = secretsOf(dialog360Fields, fields);
  const isAnswered = result.kind === 'answered';
  return {
    result,
    call: {
      method,
      url,
      requestBody: written === null ? null : hide(written),
      status: isAnswered ? result.status : null,
      answerBody: isAnswered ? hide(result.body.slice(0, keptCharacters)) : null,
      milliseconds: result.milliseconds,
    },
  };
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

export const parseAnswer = (body: string): Readonly<Record<string, unknown>> | null => {
  try {
    return asFields(JSON.parse(body));
  } catch {
    return null;
  }
};

export const notOurs = (): Failure =>
  unreachable('unreadable_answer', 'The answer was not one of 360dialog.');
