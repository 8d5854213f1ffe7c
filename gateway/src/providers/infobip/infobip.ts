// Infobip as a provider. It takes an id of our choice and refuses a second message with it, so an unknown outcome is
// repeated and never doubles; nearly all refusals come after it has accepted a message.

import { filesInWindow, inWindow, whatsAppLimits } from '../common-limits.ts';
import { fetchByAddress } from '../fetch-by-address.ts';
import type { Provider } from '../provider.ts';
import { infobipHealth, markReadAtInfobip, registerAtInfobip, testInfobipConnection } from './account.ts';
import { describeInfobipMessage } from './describe-incoming.ts';
import { field, infobipFields, infobipHeaders, senderOf } from './fields.ts';
import { readInfobipCallback } from './read-callback.ts';
import { sendToInfobip } from './send.ts';
import { infobipTemplates } from './templates.ts';
import { verifyInfobipCallback } from './verify-callback.ts';

// The contents that Infobip carries. It has no path for reactions; interactive messages of other kinds have paths whose
// contents are not known to us.

const infobipContent: Provider['content'] = {
  text: inWindow(4_096),
  ...filesInWindow,
  location: inWindow(512),
  contacts: inWindow(512),
  buttons: inWindow(1_024),
  list: inWindow(4_096),
  template: { charactersMax: 1_024, needsWindow: false },
};

export const infobip: Provider = {
  name: 'infobip',
  title: 'Infobip',
  fields: infobipFields,
  accountOf: (fields) => senderOf(fields) || null,
  limitsOf: () => whatsAppLimits,
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
