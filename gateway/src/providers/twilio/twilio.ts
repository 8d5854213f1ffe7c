// Twilio as a provider: forms, one callback per event, a signature over the address, and no idempotency key.

import { filesInWindow, inWindow, whatsAppLimits } from '../common-limits.ts';
import type { Provider } from '../provider.ts';
import { digitsOf, isSandbox, twilioFields } from './fields.ts';
import { twilioMedia } from './media.ts';
import { describeTwilioMessage, readTwilioCallback } from './read-callback.ts';
import { sendByTwilio } from './send.ts';
import { registerTwilioCallback, testTwilioConnection, twilioHealth } from './senders.ts';
import { twilioTemplates } from './templates.ts';
import { verifyTwilioCallback } from './verify-callback.ts';

// The contents that Twilio carries. It has no reactions, quoted messages, catalogues or forms in a message.

const twilioContent: Provider['content'] = {
  text: inWindow(1_600),
  ...filesInWindow,
  location: inWindow(512),
  buttons: inWindow(1_024),
  list: inWindow(1_024),
  link: inWindow(1_600),
  template: { charactersMax: 1_600, needsWindow: false },
};

/** The sandbox takes one message in three seconds. */
const sandboxLimits = { messagesPerSecond: 1, pairMilliseconds: 3_000, pairBurst: 1 };

export const twilio: Provider = {
  name: 'twilio',
  title: 'Twilio',
  fields: twilioFields,
  accountOf: (fields) => digitsOf(fields) || null,
  // Messages above WhatsApp's limit wait at Twilio for up to four hours.
  limitsOf: (fields) => (isSandbox(fields) ? sandboxLimits : whatsAppLimits),
  content: twilioContent,
  correlation: { kind: 'callback_url' },
  send: sendByTwilio,
  testConnection: testTwilioConnection,
  registerCallback: registerTwilioCallback,
  callbacks: {
    binds: 'parameters',
    verify: verifyTwilioCallback,
    read: readTwilioCallback,
    describe: describeTwilioMessage,
  },
  media: twilioMedia,
  templates: twilioTemplates,
  health: twilioHealth,
};
