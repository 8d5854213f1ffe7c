// WhatsApp's Cloud API at Meta, as a provider: the wire format is in cloud-api/; here are Meta's address, credentials,
// limits and signature.

import { describeCloudApiMessage } from '../cloud-api/describe-incoming.ts';
import { readCloudApiBody } from '../cloud-api/read-callback.ts';
import { describeCloudApiStatus } from '../cloud-api/read-status.ts';
import { cloudApiContent } from '../cloud-api/wire-content.ts';
import type { Provider } from '../provider.ts';
import { field, metaFields } from './fields.ts';
import { metaHealth } from './health.ts';
import { markReadAtMeta, metaMedia } from './media.ts';
import { sendToMeta } from './send.ts';
import { metaTemplates } from './templates.ts';
import { testMetaConnection } from './test-connection.ts';
import { answerMetaHandshake, verifyMetaCallback } from './verify-callback.ts';

// Meta: 80 messages a second per number; one in six seconds to one person, with a burst of up to 45 borrowed. A few are
// kept in reserve, because its clock and ours do not count alike.
const limits = { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 40 };

export const metaCloud: Provider = {
  name: 'meta_cloud',
  title: 'WhatsApp Cloud API',
  fields: metaFields,
  accountOf: (fields) => field(fields, 'phone_number_id'),
  limitsOf: () => limits,
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
