// The fields of the form that connects a WhatsApp number at Infobip.

import type { ProviderField, ProviderFields } from '../provider.ts';

export const infobipFields = [
  {
    name: 'base_url',
    label: 'Base address',
    help: 'At Infobip: the API page of your account shows it; it is yours alone, as in https://abc123.api.infobip.com.',
    isSecret: false,
  },
  {
    name: 'api_key',
    label: 'API key',
    help: 'At Infobip: Developer tools > API keys. It needs the scope for WhatsApp.',
    isSecret: true,
  },
  {
    name: 'sender',
    label: 'Sender',
    help: 'The WhatsApp number that is registered at Infobip: digits with the country code, without a plus.',
    isSecret: false,
  },
  {
    name: 'callback_secret',
    label: 'Callback secret',
    help: 'A long text of your choice: the password (basic), the value of the header (header) or the key (hmac) of the subscription.',
    isSecret: true,
    provesCallbacks: true,
  },
  {
    name: 'callback_proof',
    label: 'Callback proof',
    help: 'How the subscription at Infobip proves its calls: basic, header or hmac.',
    isSecret: false,
    default: 'basic',
  },
  {
    name: 'callback_username',
    label: 'Callback user name',
    help: 'Only with basic: the user name of the subscription.',
    isSecret: false,
    default: 'hudhud',
  },
  {
    name: 'callback_header',
    label: 'Callback header',
    help: 'Only with header and hmac: the name of the header that carries the secret or the signature.',
    isSecret: false,
    default: 'x-hudhud-proof',
  },
  {
    name: 'hmac_algorithm',
    label: 'HMAC algorithm',
    help: 'Only with hmac: HMAC_SHA_256 or HMAC_SHA_512, as set at Infobip.',
    isSecret: false,
    default: 'HMAC_SHA_256',
  },
  {
    name: 'hmac_encoding',
    label: 'HMAC encoding',
    help: 'Only with hmac: hex or base64.',
    isSecret: false,
    default: 'hex',
  },
] as const satisfies readonly ProviderField[];

export type InfobipFieldName = (typeof infobipFields)[number]['name'];

/** The value of a field, or its default. Senders are checked when they are saved, so none is missing here. */
export const field = (fields: ProviderFields, name: InfobipFieldName): string => {
  const declared: ProviderField | undefined = infobipFields.find((candidate) => candidate.name === name);
  return fields[name] || declared?.default || '';
};

/** Infobip writes numbers as digits; people may type them in other ways. */
export const senderOf = (fields: ProviderFields): string => field(fields, 'sender').replace(/\D/g, '');

export const infobipUrl = (fields: ProviderFields, path: string): string =>
  `${field(fields, 'base_url').replace(/\/+$/, '')}/${path}`;

export const infobipHeaders = (fields: ProviderFields): Record<string, string> => ({
  authorization: `App ${field(fields, 'api_key')}`,
  accept: 'application/json',
});
