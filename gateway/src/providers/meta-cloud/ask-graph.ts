// One request to the Graph API that is no message: its answer, or the failure.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { findRule, toFailure } from '../cloud-api/find-rule.ts';
import { asText, readErrorAnswer } from '../cloud-api/graph-error.ts';
import { askMilliseconds, parseObject } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { field, graphHeaders, graphUrl, metaFields } from './fields.ts';

export type GraphAnswer =
  | { readonly kind: 'answered'; readonly body: Fields }
  | { readonly kind: 'failed'; readonly failure: Failure };

const usualBytesMax = 262_144;

const unreachable = (detail: string): Failure => ({
  code: 'connection_failed',
  title: 'Meta could not be reached',
  detail,
  cause: 'Meta could not be reached, or did not answer in time.',
  action: 'Check the base address and the way out of this machine.',
});

/** A success that is not in Meta's words. */
export const notOfMeta: Failure = unreachable('The answer was not one of Meta.');

export const askGraph = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  path: string,
  answerBytesMax: number = usualBytesMax,
): Promise<GraphAnswer> => {
  const { hideInFailure } = secretsOf(metaFields, fields);
  const failed = (failure: Failure): GraphAnswer => ({ kind: 'failed', failure: hideInFailure(failure) });
  const result = await http.send({
    method: 'GET',
    url: graphUrl(fields, path),
    headers: graphHeaders(fields),
    body: null,
    timeoutMilliseconds: askMilliseconds,
    answerBytesMax,
  });
  if (result.kind !== 'answered') return failed(unreachable(result.detail));
  if (result.status === 200) {
    const body = parseObject(result.body);
    return body ? { kind: 'answered', body } : failed(notOfMeta);
  }
  const error = readErrorAnswer(result.body);
  return failed(
    error ? toFailure(error, findRule(error, result.status)) : unreachable(`HTTP ${result.status}`),
  );
};

/** The fields requested of a number. */
export const numberFields =
  'id,display_phone_number,verified_name,quality_rating,status,name_status,throughput,whatsapp_business_manager_messaging_limit,health_status,webhook_configuration';

/** Meta writes 0 for a token without an end. */
export const readTokenEnd = (token: Fields): Date | null => {
  const seconds = Number(asText(token.expires_at) ?? 0);
  return seconds > 0 ? new Date(seconds * 1000) : null;
};

/** The only question that Meta takes with the token in its address; the answer of a failure hides it. */
export const askToken = async (http: OutgoingHttp, fields: ProviderFields) => {
  const token = encodeURIComponent(field(fields, 'access_token'));
  return await askGraph(http, fields, `debug_token?input_token=${token}`);
};
