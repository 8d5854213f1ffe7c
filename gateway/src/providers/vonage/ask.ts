// Questions to Vonage beside sending: their answer, or why there is none.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { type Asked, askProvider } from '../ask-provider.ts';
import { type JsonRequest, noCall, parseObject } from '../exchange.ts';
import type { ProviderFields } from '../provider.ts';
import { accessTokenOf, vonageSecrets } from './access-token.ts';
import { readRefusal } from './find-rule.ts';
import { keyFailure } from './send.ts';

const vonage = {
  title: 'Vonage',
  readRefusal: (body: string, status: number) => readRefusal(parseObject(body) ?? {}, status),
};

export const askVonage = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  method: JsonRequest['method'],
  url: string,
  body?: object,
): Promise<Asked> => {
  const token = await accessTokenOf(fields);
  if (token === null) return { kind: 'refused', failure: keyFailure, status: null, call: noCall(url) };
  return askProvider(http, vonageSecrets(fields, token), vonage, {
    method,
    url,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    ...(body && { body }),
  });
};
