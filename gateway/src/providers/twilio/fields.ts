// The fields of the form that connects a WhatsApp number at Twilio.

import type { ProviderField, ProviderFields } from '../provider.ts';

export const twilioFields = [
  {
    name: 'account_sid',
    label: 'Account SID',
    help: 'At Twilio: the first page of the console, under Account Info. It begins with AC.',
    isSecret: false,
  },
  {
    name: 'auth_token',
    label: 'Auth token',
    help: 'The primary token of that account. Twilio signs its callbacks with it, also where an API key sends.',
    isSecret: true,
  },
  {
    name: 'api_key_sid',
    label: 'API key SID',
    help: 'Only to send with an API key instead of the auth token. At Twilio: Account > API keys & tokens. It begins with SK.',
    isSecret: false,
    default: '',
  },
  {
    name: 'api_key_secret',
    label: 'API key secret',
    help: 'Only with an API key: the secret that Twilio showed once when the key was made.',
    isSecret: true,
    default: '',
  },
  {
    name: 'phone_number',
    label: 'WhatsApp number',
    help: 'The number that sends, with its country code. At Twilio: Messaging > Senders > WhatsApp senders.',
    isSecret: false,
  },
  {
    name: 'messaging_service_sid',
    label: 'Messaging Service SID',
    help: 'Only if the number is sent through a Messaging Service. It begins with MG.',
    isSecret: false,
    default: '',
  },
  {
    name: 'base_url',
    label: 'Base address',
    help: 'Where the API is reached; another region or the simulator has an address of its own.',
    isSecret: false,
    default: 'https://api.twilio.com',
  },
] as const satisfies readonly ProviderField[];

export type TwilioFieldName = (typeof twilioFields)[number]['name'];

/** The value of a field, or its default. Senders are checked when they are saved, so none is missing here. */
export const field = (fields: ProviderFields, name: TwilioFieldName): string => {
  const declared: ProviderField | undefined = twilioFields.find((candidate) => candidate.name === name);
  return fields[name] || declared?.default || '';
};

export const digitsOf = (fields: ProviderFields): string =>
  field(fields, 'phone_number').replaceAll(/\D/g, '');

/** How Twilio writes a person or a number at WhatsApp: by number, or by an id where the number is hidden. */
export const twilioAddress = (to: string): string => `whatsapp:${to}`;

/** Twilio's number to try things out with. */
const sandboxDigits = '14155238886';
export const isSandbox = (fields: ProviderFields): boolean => digitsOf(fields) === sandboxDigits;
