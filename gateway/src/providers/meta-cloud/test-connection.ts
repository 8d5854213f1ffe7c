// Tests the credentials of a sender: asks Meta about its number.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asText } from '../cloud-api/graph-error.ts';
import type { ConnectionTest, ProviderFields } from '../provider.ts';
import { askGraph, notOfMeta } from './ask-graph.ts';
import { field } from './fields.ts';

const answerBytesMax = 65_536;

export const testMetaConnection = async (
  http: OutgoingHttp,
  fields: ProviderFields,
): Promise<ConnectionTest> => {
  const id = encodeURIComponent(field(fields, 'phone_number_id'));
  const path = `${id}?fields=display_phone_number,verified_name,quality_rating`;
  const asked = await askGraph(http, fields, path, answerBytesMax);
  if (asked.kind === 'failed') return { kind: 'broken', failure: asked.failure };
  const { id: found, display_phone_number: phoneNumber, verified_name: name } = asked.body;
  if (found === undefined) return { kind: 'broken', failure: notOfMeta };
  return { kind: 'working', phoneNumber: asText(phoneNumber), name: asText(name) };
};
