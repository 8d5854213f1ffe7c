// WhatsApp's Cloud API by Meta, as a provider.

import type { Provider } from '../provider.ts';
import { describeMetaMessage } from './describe-incoming.ts';
import { metaFields } from './fields.ts';
import { readMetaCallback } from './read-callback.ts';
import { sendToMeta } from './send.ts';
import { testMetaConnection } from './test-connection.ts';
import { answerMetaHandshake, verifyMetaCallback } from './verify-callback.ts';

export const metaCloud: Provider = {
  name: 'meta_cloud',
  title: 'WhatsApp Cloud API',
  fields: metaFields,
  // Meta: 80 messages a second per number; one in six seconds to one person, with a burst of up to 45 borrowed. A few are
  // kept in reserve, because its clock and ours do not count alike.
  limits: { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 40 },
  content: { text: { charactersMax: 4_096, needsWindow: true } },
  optOutCodes: ['131050'],
  send: sendToMeta,
  testConnection: testMetaConnection,
  answerHandshake: answerMetaHandshake,
  verifyCallback: verifyMetaCallback,
  readCallback: readMetaCallback,
  describeIncoming: describeMetaMessage,
};
