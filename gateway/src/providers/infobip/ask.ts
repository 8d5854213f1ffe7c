// Questions to Infobip beside sending: their answer, or why there is none.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { askMilliseconds, exchange, type JsonRequest, parseObject, unreachable } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { Failure, ProviderCall, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { infobipFields, infobipHeaders, infobipUrl } from './fields.ts';
import { readErrorAnswer } from './find-rule.ts';

export type Asked = { readonly call: ProviderCall } & (
  | { readonly kind: 'answered'; readonly answer: Fields }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly status: number | null }
);

/** Lists may be long. */
const answerBytesMax = 4 * 1_048_576;

export const askInfobip = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  method: JsonRequest['method'],
  path: string,
  body?: object,
): Promise<Asked> => {
  const secrets = secretsOf(infobipFields, fields);
  const { result, call } = await exchange(http, secrets, {
    method,
    url: infobipUrl(fields, path),
    headers: infobipHeaders(fields),
    ...(body && { body }),
    timeoutMilliseconds: askMilliseconds,
    answerBytesMax,
  });
  const refuse = (failure: Failure, status: number | null): Asked => ({
    kind: 'refused',
    failure: secrets.hideInFailure(failure),
    status,
    call,
  });
  if (result.kind !== 'answered') return refuse(unreachable('Infobip', result.detail), null);
  const { status } = result;
  const answer = result.body === '' ? {} : parseObject(result.body);
  if (status >= 200 && status < 300 && answer) return { kind: 'answered', answer, call };
  const refusal = readErrorAnswer(result.body, status);
  return refuse(refusal?.failure ?? unreachable('Infobip', `HTTP ${status}`), status);
};
