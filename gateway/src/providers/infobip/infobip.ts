// Infobip as a provider. It takes an id of our choice and refuses a second message with it, so an unknown outcome is
// repeated and never doubles; nearly all refusals come after it has accepted a message.

import { fetchByAddress } from '../fetch-by-address.ts';
import type { ContentLimits, Provider } from '../provider.ts';
import { infobipHealth, markReadAtInfobip, registerAtInfobip, testInfobipConnection } from './account.ts';
import { describeInfobipMessage } from './describe-incoming.ts';
import { field, infobipFields, infobipHeaders, senderOf } from './fields.ts';
import { readInfobipCallback } from './read-callback.ts';
import { sendToInfobip } from './send.ts';
import { infobipTemplates } from './templates.ts';
import { verifyInfobipCallback } from './verify-callback.ts';

// What Infobip carries of what we can send. It has no path for reactions; interactive messages of other kinds have paths
// whose contents are not known to us.

const upTo = (charactersMax: number): ContentLimits => ({ charactersMax, needsWindow: true });

const infobipContent: Provider['content'] = {
  text: upTo(4_096),
  image: upTo(1_024),
  video: upTo(1_024),
  audio: upTo(1_024),
  document: upTo(1_024),
  sticker: upTo(1_024),
  location: upTo(512),
  contacts: upTo(512),
  buttons: upTo(1_024),
  list: upTo(4_096),
  template: { charactersMax: 1_024, needsWindow: false },
};

// WhatsApp's own limits hold behind Infobip: see meta-cloud/.
const limits = { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 40 };

export const infobip: Provider = {
  name: 'infobip',
  title: 'Infobip',
  fields: infobipFields,
  accountOf: (fields) => senderOf(fields) || null,
  limitsOf: () => limits,
  content: infobipContent,
  correlation: { kind: 'client_id', refusesRepetition: true },
  send: sendToInfobip,
  testConnection: testInfobipConnection,
  registerCallback: registerAtInfobip,
  markRead: markReadAtInfobip,
  callbacks: {
    // Two of the three proofs are a shared secret only.
    binds: 'nothing',
    verify: verifyInfobipCallback,
    read: readInfobipCallback,
    describe: describeInfobipMessage,
  },
  media: {
    outgoing: { kind: 'link' },
    fetch: (http, fields, { reference }, bounds) =>
      fetchByAddress(
        http,
        {
          url: reference,
          headers: { authorization: infobipHeaders(fields).authorization ?? '' },
          domains: ['infobip.com'],
          baseUrl: field(fields, 'base_url'),
        },
        bounds,
      ),
  },
  templates: infobipTemplates,
  health: infobipHealth,
};
