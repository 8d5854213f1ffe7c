// A question in JSON to a provider beside sending: its answer, or why there is none.

import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { askMilliseconds, exchange, type JsonRequest, parseObject, unreachable } from './exchange.ts';
import type { SecretsOf } from './hide-secrets.ts';
import type { Failure, MarkRead, ProviderCall } from './provider.ts';
import type { Fields } from './read-values.ts';

export type Asked = { readonly call: ProviderCall } & (
  | { readonly kind: 'answered'; readonly answer: Fields }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly status: number | null }
);

interface AskedProvider {
  readonly title: string;
  /** Null when the answer is not in the provider's words. */
  readonly readRefusal: (body: string, status: number) => { readonly failure: Failure } | null;
}

/** Lists may be long. */
const answerBytesMax = 4 * 1_048_576;

export const askProvider = async (
  http: OutgoingHttp,
  secrets: SecretsOf,
  { title, readRefusal }: AskedProvider,
  question: Omit<JsonRequest, 'timeoutMilliseconds' | 'answerBytesMax'>,
): Promise<Asked> => {
  const bounds = { timeoutMilliseconds: askMilliseconds, answerBytesMax };
  const { result, call } = await exchange(http, secrets, { ...question, ...bounds });
  const refuse = (failure: Failure, status: number | null): Asked => ({
    kind: 'refused',
    failure: secrets.hideInFailure(failure),
    status,
    call,
  });
  if (result.kind !== 'answered') return refuse(unreachable(title, result.detail), null);
  const { status, body } = result;
  const answer = body === '' ? {} : parseObject(body);
  if (status >= 200 && status < 300 && answer) return { kind: 'answered', answer, call };
  return refuse(readRefusal(body, status)?.failure ?? unreachable(title, `HTTP ${status}`), status);
};

/** For a question that marks a message as read. */
export const toMarked = (asked: Asked): Awaited<ReturnType<MarkRead>> =>
  asked.kind === 'answered'
    ? { kind: 'marked', call: asked.call }
    : { kind: 'refused', failure: asked.failure, call: asked.call };
