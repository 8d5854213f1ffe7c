// Questions to Vonage beside sending: their answer, or why there is none.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import {
  askMilliseconds,
  exchange,
  type JsonRequest,
  noCall,
  parseObject,
  unreachable,
} from '../exchange.ts';
import type { Failure, ProviderCall, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { accessTokenOf } from './access-token.ts';
import { readRefusal } from './find-rule.ts';
import { vonageSecrets } from './hide-token.ts';
import { keyFailure } from './send.ts';

export type Asked = { readonly call: ProviderCall } & (
  | { readonly kind: 'answered'; readonly answer: Fields }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly status: number | null }
);

/** Lists may be long. */
const answerBytesMax = 4 * 1_048_576;

export const askVonage = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  method: JsonRequest['method'],
  url: string,
  body?: object,
): Promise<Asked> => {
  const token = await accessTokenOf(fields);
  if (token === null) return { kind: 'refused', failure: keyFailure, status: null, call: noCall(url) };
  const secrets = vonageSecrets(fields, token);
  const { result, call } = await exchange(http, secrets, {
    method,
    url,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
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
  if (result.kind !== 'answered') return refuse(unreachable('Vonage', result.detail), null);
  const { status } = result;
  const answer = result.body === '' ? {} : parseObject(result.body);
  if (status >= 200 && status < 300 && answer) return { kind: 'answered', answer, call };
  const refusal = readRefusal(answer ?? {}, status);
  return refuse(refusal?.failure ?? unreachable('Vonage', `HTTP ${status}`), status);
};
