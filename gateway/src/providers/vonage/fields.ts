// The fields of the form that connects a WhatsApp number at Vonage.

import type { ProviderField, ProviderFields } from '../provider.ts';

export const vonageFields = [
  {
    name: 'number',
    label: 'Number',
    help: 'The WhatsApp number that is linked to the application: digits with the country code, without a plus.',
    isSecret: false,
  },
  {
    name: 'application_id',
    label: 'Application ID',
    help: 'At Vonage: Applications > your application. It needs the capability Messages.',
    isSecret: false,
  },
  {
    name: 'private_key',
    label: 'Private key',
    help: 'The file private.key of the application, from BEGIN to END; line breaks may be left out.',
    isSecret: true,
    isMultiline: true,
  },
  {
    name: 'signature_secret',
    label: 'Signature secret',
    help: 'At Vonage: API settings. Callbacks are checked with it.',
    isSecret: true,
    provesCallbacks: true,
  },
  {
    name: 'api_key',
    label: 'API key',
    help: 'The key of the account; where it is set, callbacks of other accounts are refused.',
    isSecret: false,
    default: '',
  },
  {
    name: 'waba_id',
    label: 'WhatsApp business account ID',
    help: 'Needed for templates only.',
    isSecret: false,
    default: '',
  },
  {
    name: 'base_url',
    label: 'Base address',
    help: 'Where messages are sent to; regions and the sandbox have addresses of their own.',
    isSecret: false,
    default: 'https://api.nexmo.com',
  },
  {
    name: 'region_url',
    label: 'Region address',
    help: 'Where messages are marked as read: the address of the region of the account.',
    isSecret: false,
    default: 'https://api-eu.vonage.com',
  },
  {
    name: 'templates_url',
    label: 'Template address',
    help: 'Where templates are managed.',
    isSecret: false,
    default: 'https://api.nexmo.com',
  },
] as const satisfies readonly ProviderField[];

export type VonageFieldName = (typeof vonageFields)[number]['name'];

/** The value of a field, or its default. Senders are checked when they are saved, so none is missing here. */
export const field = (fields: ProviderFields, name: VonageFieldName): string => {
  const declared: ProviderField | undefined = vonageFields.find((candidate) => candidate.name === name);
  return fields[name] || declared?.default || '';
};

/** Vonage writes numbers as digits; people may type them in other ways. */
export const numberOf = (fields: ProviderFields): string => field(fields, 'number').replace(/\D/g, '');

type Address = 'base_url' | 'region_url' | 'templates_url';

export const vonageUrl = (fields: ProviderFields, address: Address, path: string): string =>
  `${field(fields, address).replace(/\/+$/, '')}/${path}`;
