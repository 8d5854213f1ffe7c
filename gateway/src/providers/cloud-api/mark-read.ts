// Blue ticks and typing dots by the Cloud API.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { askMilliseconds, exchange } from '../exchange.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, MarkRead } from '../provider.ts';
import { findForeignRule, findRule, toFailure } from './find-rule.ts';
import { readErrorAnswer } from './graph-error.ts';
import type { CloudApiTarget } from './send.ts';

const unreachable = (detail: string): Failure => ({
  code: 'connection_failed',
  title: 'Meta could not be reached',
  detail,
  cause: 'Meta could not be reached, or did not answer in time.',
  action: 'Try again.',
});

export const markReadBody = (providerMessageId: string, isTyping: boolean): object => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: providerMessageId,
  ...(isTyping && { typing_indicator: { type: 'text' } }),
});

export const markReadByCloudApi = async (
  http: OutgoingHttp,
  { url, headers, secrets }: CloudApiTarget,
  providerMessageId: string,
  isTyping: boolean,
): ReturnType<MarkRead> => {
  const { result, call } = await exchange(http, secrets, {
    method: 'POST',
    url,
    headers,
    body: markReadBody(providerMessageId, isTyping),
    timeoutMilliseconds: askMilliseconds,
  });
  const isAnswered = result.kind === 'answered';
  if (isAnswered && result.status === 200) return { kind: 'marked', call };
  const refuse = (failure: Failure) =>
    ({ kind: 'refused', failure: secrets.hideInFailure(failure), call }) as const;
  if (!isAnswered) return refuse(unreachable(result.detail));
  const error = readErrorAnswer(result.body);
  if (error) return refuse(toFailure(error, findRule(error, result.status)));
  const { cause, action } = findForeignRule(result.status);
  return refuse(ownFailure(`http_${result.status}`, `HTTP ${result.status}`, cause, action));
};
