// Do the credentials of a sender work? Asks Meta who the number is.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { findRule, toFailure } from '../cloud-api/find-rule.ts';
import { asFields, asText, readErrorAnswer } from '../cloud-api/graph-error.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { ConnectionTest, Failure, ProviderFields } from '../provider.ts';
import { field, graphHeaders, graphUrl, metaFields } from './fields.ts';

const timeoutMilliseconds = 15_000;
const answerBytesMax = 65_536;

const unreachable = (detail: string): Failure => ({
  code: 'connection_failed',
  title: 'Meta could not be reached',
  detail,
  cause: 'Meta could not be reached, or did not answer in time.',
  action: 'Check the base address and the way out of this machine.',
});

const readNumber = (body: string): ConnectionTest => {
  try {
    const number = asFields(JSON.parse(body));
    if (number?.id !== undefined) {
      return {
        kind: 'working',
        phoneNumber: asText(number.display_phone_number),
        name: asText(number.verified_name),
      };
    }
  } catch {
    // Not JSON: as little an answer of Meta as JSON of another kind.
  }
  return { kind: 'broken', failure: unreachable('The answer was not one of Meta.') };
};

const readTest = (result: OutgoingResult): ConnectionTest => {
  if (result.kind !== 'answered') return { kind: 'broken', failure: unreachable(result.detail) };
  if (result.status === 200) return readNumber(result.body);
  const error = readErrorAnswer(result.body);
  if (!error) return { kind: 'broken', failure: unreachable(`HTTP ${result.status}`) };
  return { kind: 'broken', failure: toFailure(error, findRule(error, result.status)) };
};

export const testMetaConnection = async (
  http: OutgoingHttp,
  fields: ProviderFields,
): Promise<ConnectionTest> => {
  const id = encodeURIComponent(field(fields, 'phone_number_id'));
  const result = await http.send({
    method: 'GET',
    url: graphUrl(fields, `${id}?fields=display_phone_number,verified_name,quality_rating`),
    headers: graphHeaders(fields),
    body: null,
    timeoutMilliseconds,
    answerBytesMax,
  });
  const tested = readTest(result);
  if (tested.kind === 'working') return tested;
  return { kind: 'broken', failure: secretsOf(metaFields, fields).hideInFailure(tested.failure) };
};
