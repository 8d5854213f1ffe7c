// 360dialog's address and key for messages, and its refusals. Everything else is the Cloud API's.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { markReadBody } from '../cloud-api/mark-read.ts';
import { type CloudApiTarget, sendByCloudApi } from '../cloud-api/send.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { MarkRead, OutgoingMessage, ProviderFields, SendResult } from '../provider.ts';
import { callDialog360, readFailure } from './call-dialog360.ts';
import { dialog360Fields, dialog360Url, keyHeader } from './fields.ts';
import { readMetaError, readOwnError } from './read-error.ts';

export const targetOf = (fields: ProviderFields, path: string): CloudApiTarget => ({
  provider: '360dialog',
  url: dialog360Url(fields, path),
  headers: keyHeader(fields),
  secrets: secretsOf(dialog360Fields, fields),
  readMetaError,
  readOwnError,
});

export const sendBy360dialog = (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> => sendByCloudApi(http, targetOf(fields, 'messages'), message);

export const markReadBy360dialog: MarkRead = async (http, fields, providerMessageId, isTyping) => {
  const { result, call } = await callDialog360(http, fields, {
    method: 'POST',
    path: 'messages',
    body: markReadBody(providerMessageId, isTyping),
  });
  const failure = readFailure(result, fields);
  return failure ? { kind: 'refused', failure, call } : { kind: 'marked', call };
};
