// The fields of the form that connects a WhatsApp number at Meta.

import type { ProviderField, ProviderFields } from '../provider.ts';

export const metaFields = [
  {
    name: 'phone_number_id',
    label: 'Phone number id',
    help: 'At Meta: WhatsApp > API set-up. Digits, not the number itself.',
    isSecret: false,
  },
  {
    name: 'access_token',
    label: 'Access token',
    help: 'A permanent token of a system user with the WhatsApp permissions.',
    isSecret: true,
  },
  {
    name: 'app_secret',
    label: 'App secret',
    help: 'At Meta: App settings > Basic. Callbacks are checked with it.',
    isSecret: true,
    provesCallbacks: true,
  },
  {
    name: 'verify_token',
    label: 'Verify token',
    help: 'Any text of your choice; paste the same one into the webhook form at Meta.',
    isSecret: true,
  },
  {
    name: 'waba_id',
    label: 'WhatsApp business account id',
    help: 'Needed for templates only.',
    isSecret: false,
    default: '',
  },
  {
    name: 'graph_version',
    label: 'Graph API version',
    help: 'The version of the API at Meta.',
    isSecret: false,
    default: 'v24.0',
  },
  {
    name: 'base_url',
    label: 'Base address',
    help: 'Where the Graph API is reached; the simulator has an address of its own.',
    isSecret: false,
    default: 'https://graph.facebook.com',
  },
] as const satisfies readonly ProviderField[];

export type MetaFieldName = (typeof metaFields)[number]['name'];

/** The value of a field, or its default. Senders are checked when they are saved, so none is missing here. */
export const field = (fields: ProviderFields, name: MetaFieldName): string => {
  const declared: ProviderField | undefined = metaFields.find((candidate) => candidate.name === name);
  return fields[name] || declared?.default || '';
};

export const graphUrl = (fields: ProviderFields, path: string): string =>
  `${field(fields, 'base_url').replace(/\/+$/, '')}/${field(fields, 'graph_version')}/${path}`;

export const graphHeaders = (fields: ProviderFields): Record<string, string> => ({
  authorization: `Bearer ${field(fields, 'access_token')}`,
  'content-type': 'application/json',
});
