// The headers that belong to one message: the key under which the gateway takes it only once, and the wish to be
// answered as soon as it is stored.

import { createHash } from 'node:crypto';
import type { IExecuteSingleFunctions, IHttpRequestOptions } from '../../n8n-types';

interface SendOptions {
  idempotencyKey?: string | number;
  answerAsSoonAsStored?: boolean;
}

export async function addSendHeaders(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const options = this.getNodeParameter('options', {}) as SendOptions;
  const headers = { ...request.headers };
  const key = String(options.idempotencyKey ?? '') || keyOfItem(this);
  if (key) headers['Idempotency-Key'] = key;
  if (options.answerAsSoonAsStored) headers.Prefer = 'respond-async';
  return { ...request, headers };
}

/**
 * The same for every try of one item in one run of one node, and different for all others. Without anything that
 * names the execution there is no key, since a key that two messages share would swallow one of them.
 */
function keyOfItem(item: IExecuteSingleFunctions): string | undefined {
  const execution = executionThroughRetries(item);
  if (!execution) return undefined;
  const itemIndex = item.getItemIndex();
  const run = item.evaluateExpression('{{ $runIndex }}', itemIndex);
  const parts = JSON.stringify([execution, item.getNode().id, run, itemIndex]);
  return `n8n-${createHash('sha256').update(parts).digest('hex')}`;
}

/**
 * "Retry" in n8n's list of executions gives the execution a new id but hands on its data, and with it the random
 * token of its resume URL (n8n 2.15 and newer). The id is the second choice: it survives only "Retry On Fail", and
 * it is a small number, so two n8n instances share it.
 */
function executionThroughRetries(item: IExecuteSingleFunctions): string | undefined {
  const resumeUrl = String(item.evaluateExpression('{{ $execution.resumeUrl }}', item.getItemIndex()));
  const token = /[?&]signature=([^&]+)/.exec(resumeUrl)?.[1];
  if (token) return token;
  const id = item.getExecutionId();
  return id ? `${item.getInstanceId()}/${id}` : undefined;
}
