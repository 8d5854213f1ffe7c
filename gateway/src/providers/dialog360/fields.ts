// The fields of the form that connects a WhatsApp number at 360dialog.

import type { ProviderField, ProviderFields } from '../provider.ts';

export const dialog360Fields = [
  {
    name: 'api_key',
    label: 'API key',
    help: 'At 360dialog: WhatsApp accounts > the number > API keys. Each number has a key of its own.',
    isSecret: true,
  },
  {
    name: 'callback_secret',
    label: 'Callback secret',
    help: 'Any text of your choice, at least 24 characters; left out, one is made. 360dialog sends it with every callback: it is the only proof that 360dialog calls.',
    isSecret: true,
    isGenerated: true,
    provesCallbacks: true,
  },
  {
    name: 'phone_number',
    label: 'WhatsApp number',
    help: 'With its country code. Needed only if several numbers call the same address.',
    isSecret: false,
    default: '',
  },
  {
    name: 'base_url',
    label: 'Base address',
    help: 'Where the API is reached; the simulator has an address of its own.',
    isSecret: false,
    default: 'https://waba-v2.360dialog.io',
  },
] as const satisfies readonly ProviderField[];

export type Dialog360FieldName = (typeof dialog360Fields)[number]['name'];

/** The value of a field, or its default. Senders are checked when they are saved, so none is missing here. */
export const field = (fields: ProviderFields, name: Dialog360FieldName): string => {
  const declared: ProviderField | undefined = dialog360Fields.find((candidate) => candidate.name === name);
  return fields[name] || declared?.default || '';
};

export const baseUrl = (fields: ProviderFields): string => field(fields, 'base_url').replace(/\/+$/, '');

export const dialog360Url = (fields: ProviderFields, path: string): string => `${baseUrl(fields)}/${path}`;

export const keyHeader = (fields: ProviderFields): Record<string, string> => ({
  'd360-api-key': field(fields, 'api_key'),
});
