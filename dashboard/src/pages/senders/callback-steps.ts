// What to paste where at each provider, as its own pages name things. The words of a step are in the texts of the senders'
// pages; a picture shows the place.

export interface PictureField {
  /** As the provider's page has it. */
  readonly label: string;
  /** The content of the field: the address, a secret that only its owner knows, or a word of the page. */
  readonly holds: 'address' | 'secret' | { readonly word: string };
}

export interface CallbackStep {
  /** Names its texts: `callback_step.<provider>.<name>`. */
  readonly name: string;
  /** The way through the provider's menus. */
  readonly place: readonly string[];
  readonly fields: readonly PictureField[];
  readonly button?: string;
}

interface CallbackGuide {
  readonly steps: readonly CallbackStep[];
  /** The text that the provider wants behind the address. */
  readonly ending?: string;
  readonly guide:
    | 'connecting-whatsapp'
    | 'connecting-360dialog'
    | 'connecting-twilio'
    | 'connecting-infobip'
    | 'connecting-vonage';
}

const word = (text: string) => ({ word: text });

const guides: Readonly<Record<string, CallbackGuide>> = {
  meta_cloud: {
    guide: 'connecting-whatsapp',
    steps: [
      {
        name: 'paste',
        place: ['WhatsApp', 'Configuration', 'Webhook'],
        fields: [
          { label: 'Callback URL', holds: 'address' },
          { label: 'Verify token', holds: 'secret' },
        ],
        button: 'Verify and save',
      },
      {
        name: 'subscribe',
        place: ['WhatsApp', 'Configuration', 'Webhook fields'],
        fields: [{ label: 'messages', holds: word('Subscribed') }],
        button: 'Done',
      },
    ],
  },
  dialog360: {
    guide: 'connecting-360dialog',
    steps: [
      {
        name: 'paste',
        place: ['WhatsApp accounts', 'Your number', 'Webhook'],
        fields: [
          { label: 'Webhook URL', holds: 'address' },
          { label: 'Header: Authorization', holds: 'secret' },
        ],
        button: 'Save',
      },
    ],
  },
  twilio: {
    guide: 'connecting-twilio',
    // Twilio reads it as an instruction: five repetitions, after failures of every kind. By itself it tries once.
    ending: '#rc=5&rp=all',
    steps: [
      {
        name: 'paste',
        place: ['Messaging', 'Senders', 'WhatsApp senders'],
        fields: [
          { label: 'Webhook URL for incoming messages', holds: 'address' },
          { label: 'Webhook method', holds: word('HTTP POST') },
        ],
        button: 'Update WhatsApp sender',
      },
      {
        name: 'service',
        place: ['Messaging', 'Services', 'Integration'],
        fields: [
          { label: 'Incoming messages', holds: word('Send a webhook') },
          { label: 'Request URL', holds: 'address' },
        ],
        button: 'Save',
      },
    ],
  },
  infobip: {
    guide: 'connecting-infobip',
    steps: [
      {
        name: 'paste',
        place: ['Developer tools', 'Subscriptions management', 'WhatsApp'],
        fields: [
          { label: 'Notify URL', holds: 'address' },
          { label: 'Events', holds: word('DELIVERY, SEEN, INBOUND_MESSAGE') },
        ],
        button: 'Next',
      },
      {
        name: 'prove',
        place: ['Developer tools', 'Subscriptions management', 'Security'],
        fields: [
          { label: 'Username', holds: word('hudhud') },
          { label: 'Password', holds: 'secret' },
        ],
        button: 'Save',
      },
    ],
  },
  vonage: {
    guide: 'connecting-vonage',
    steps: [
      {
        name: 'paste',
        place: ['Applications', 'Your application', 'Messages'],
        fields: [
          { label: 'Inbound URL', holds: 'address' },
          { label: 'Status URL', holds: 'address' },
        ],
        button: 'Save changes',
      },
      {
        name: 'version',
        place: ['API settings', 'Default SMS setting'],
        fields: [
          { label: 'API', holds: word('Messages API') },
          { label: 'Webhook version', holds: word('v1') },
        ],
        button: 'Save changes',
      },
    ],
  },
};

/** Null for a provider that this build does not know: its address alone is shown. */
export const findCallbackGuide = (provider: string): CallbackGuide | null => guides[provider] ?? null;
