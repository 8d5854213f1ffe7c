// Where Meta takes messages, and with which token.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { sendByCloudApi } from '../cloud-api/send.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { OutgoingMessage, ProviderFields, SendResult } from '../provider.ts';
import { field, graphHeaders, graphUrl, metaFields } from './fields.ts';

export const sendToMeta = (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> =>
  sendByCloudApi(
    http,
    {
      url: graphUrl(fields, `${encodeURIComponent(field(fields, 'phone_number_id'))}/messages`),
      headers: graphHeaders(fields),
      secrets: secretsOf(metaFields, fields),
    },
    message,
  );
