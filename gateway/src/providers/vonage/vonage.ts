// Vonage's Messages API as a provider: requests carry a token that is made here, callbacks one that is made there.

import { cloudApiContent } from '../cloud-api/wire-content.ts';
import { filesInWindow, whatsAppLimits } from '../common-limits.ts';
import { fetchByAddress } from '../fetch-by-address.ts';
import type { Provider, ProviderFields } from '../provider.ts';
import { accessTokenOf } from './access-token.ts';
import { markReadAtVonage, testVonageConnection, vonageHealth } from './account.ts';
import { describeVonageMessage } from './describe-incoming.ts';
import { field, numberOf, vonageFields } from './fields.ts';
import { readVonageCallback } from './read-callback.ts';
import { sendToVonage } from './send.ts';
import { vonageTemplates } from './templates.ts';
import { verifyVonageCallback } from './verify-callback.ts';

// The contents that Vonage carries: all that the Cloud API does, because its objects pass through `custom`.

const vonageContent: Provider['content'] = {
  ...cloudApiContent,
  ...filesInWindow,
  template: { charactersMax: 1_024, needsWindow: false },
};

// Vonage takes 30 messages a second of an account; WhatsApp's limit for one person holds behind it.
const limits = { ...whatsAppLimits, messagesPerSecond: 30 };
const sandboxLimits = { ...limits, messagesPerSecond: 1 };

const isSandbox = (fields: ProviderFields): boolean => /sandbox/.test(field(fields, 'base_url'));

export const vonage: Provider = {
  name: 'vonage',
  title: 'Vonage',
  fields: vonageFields,
  accountOf: (fields) => numberOf(fields) || null,
  limitsOf: (fields) => (isSandbox(fields) ? sandboxLimits : limits),
  content: vonageContent,
  correlation: { kind: 'echo', charactersMax: 100 },
  send: sendToVonage,
  testConnection: testVonageConnection,
  markRead: markReadAtVonage,
  callbacks: {
    binds: 'bytes',
    verify: verifyVonageCallback,
    read: readVonageCallback,
    describe: describeVonageMessage,
    // Now and then one comes without a token; after a 5xx it is sent again with one.
    answers: { unproven: { status: 503 } },
  },
  media: {
    outgoing: { kind: 'link' },
    async fetch(http, fields, { reference }, bounds) {
      const token = await accessTokenOf(fields);
      return fetchByAddress(
        http,
        {
          url: reference,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
          domains: ['nexmo.com', 'vonage.com'],
          baseUrl: field(fields, 'base_url'),
        },
        bounds,
      );
    },
  },
  templates: vonageTemplates,
  health: vonageHealth,
};
