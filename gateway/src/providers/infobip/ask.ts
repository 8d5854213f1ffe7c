// Questions to Infobip beside sending: their answer, or why there is none.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { type Asked, askProvider } from '../ask-provider.ts';
import type { JsonRequest } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { ProviderFields } from '../provider.ts';
import { infobipFields, infobipHeaders, infobipUrl } from './fields.ts';
import { readErrorAnswer } from './find-rule.ts';

const infobip = { title: 'Infobip', readRefusal: readErrorAnswer };

export const askInfobip = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  method: JsonRequest['method'],
  path: string,
  body?: object,
): Promise<Asked> =>
  askProvider(http, secretsOf(infobipFields, fields), infobip, {
    method,
    url: infobipUrl(fields, path),
    headers: infobipHeaders(fields),
    ...(body && { body }),
  });
