// WhatsApp's Cloud API at Meta, as a provider: the wire format is in cloud-api/; here are Meta's address, credentials,
// limits and signature.

import { describeCloudApiMessage } from '../cloud-api/describe-incoming.ts';
import { readCloudApiBody } from '../cloud-api/read-callback.ts';
import { describeCloudApiStatus } from '../cloud-api/read-status.ts';
import { cloudApiContent } from '../cloud-api/wire-content.ts';
import { whatsAppLimits } from '../common-limits.ts';
import type { Provider } from '../provider.ts';
import { field, metaFields } from './fields.ts';
import { metaHealth } from './health.ts';
import { markReadAtMeta, metaMedia } from './media.ts';
import { sendToMeta } from './send.ts';
import { metaTemplates } from './templates.ts';
import { testMetaConnection } from './test-connection.ts';
import { answerMetaHandshake, verifyMetaCallback } from './verify-callback.ts';

export const metaCloud: Provider = {
  name: 'meta_cloud',
  title: 'WhatsApp Cloud API',
  fields: metaFields,
  accountOf: (fields) => field(fields, 'phone_number_id'),
  limitsOf: () => whatsAppLimits,
  content: cloudApiContent,
  correlation: { kind: 'echo', charactersMax: 256 },
  send: sendToMeta,
  testConnection: testMetaConnection,
  templates: metaTemplates,
  markRead: markReadAtMeta,
  media: metaMedia,
  callbacks: {
    binds: 'bytes',
    handshake: answerMetaHandshake,
    verify: verifyMetaCallback,
    read: readCloudApiBody,
    describe: describeCloudApiMessage,
    describeStatus: describeCloudApiStatus,
  },
  health: metaHealth,
};
