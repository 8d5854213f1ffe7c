// Files of a number at Meta: where they are uploaded and asked for, and which addresses may see the token.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { markReadByCloudApi } from '../cloud-api/mark-read.ts';
import { fetchByCloudApi, uploadByCloudApi } from '../cloud-api/media.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { MediaPart } from '../media-part.ts';
import type { MarkRead, ProviderFields } from '../provider.ts';
import { field, graphHeaders, graphUrl, metaFields } from './fields.ts';

/** Meta's hosts of files, beside the base address itself. */
const metaHosts = /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

const targetOf = (fields: ProviderFields, path: string) => ({
  url: graphUrl(fields, `${encodeURIComponent(field(fields, 'phone_number_id'))}/${path}`),
  headers: graphHeaders(fields),
  secrets: secretsOf(metaFields, fields),
});

const addressOf =
  (fields: ProviderFields) =>
  (text: string): string | null => {
    const url = new URL(text);
    const isOwn =
      url.origin === new URL(field(fields, 'base_url')).origin ||
      (url.protocol === 'https:' && metaHosts.test(url.hostname));
    return isOwn ? text : null;
  };

export const metaMedia: MediaPart = {
  outgoing: {
    kind: 'upload',
    upload: (http, fields, file) => uploadByCloudApi(http, targetOf(fields, 'media'), file),
  },
  fetch(http: OutgoingHttp, fields, file, bounds) {
    const { headers, secrets } = targetOf(fields, '');
    const number = encodeURIComponent(field(fields, 'phone_number_id'));
    const urlOf = (reference: string): string =>
      graphUrl(fields, `${encodeURIComponent(reference)}?phone_number_id=${number}`);
    return fetchByCloudApi(http, { urlOf, addressOf: addressOf(fields), headers, secrets }, file, bounds);
  },
};

export const markReadAtMeta: MarkRead = (http, fields, providerMessageId, isTyping) =>
  markReadByCloudApi(http, targetOf(fields, 'messages'), providerMessageId, isTyping);
