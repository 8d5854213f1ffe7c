// What the sender form holds, and how that becomes the body of a request.

import type { ChangeSenderBody, NewSenderBody, Provider, Sender } from '@hudhud/contract/senders.ts';
import type { UseFormReturnType } from '@mantine/form';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';

export interface SenderValues {
  name: string;
  provider: string;
  is_simulated: boolean;
  phone_number: string;
  messages_per_second: string;
  /** Empty: the whole company. */
  store_id: string;
  /** Only for a provider where a program can register the address. */
  register_callback: boolean;
  fields: Record<string, string>;
}

export type SenderFormState = UseFormReturnType<SenderValues>;

export function initialValues(
  providers: readonly Provider[],
  sender: Sender | null,
  isSimulated: boolean,
): SenderValues {
  const provider = providers.find(({ name }) => name === sender?.provider) ?? providers[0];
  return {
    name: sender?.name ?? '',
    provider: provider?.name ?? '',
    is_simulated: isSimulated,
    phone_number: isSimulated ? '' : (sender?.phone_number ?? ''),
    messages_per_second: sender ? String(sender.messages_per_second) : '',
    store_id: sender?.store_id ?? '',
    register_callback: sender === null,
    fields: Object.fromEntries(
      (provider?.fields ?? []).map(({ name }) => [name, sender?.fields[name]?.value ?? '']),
    ),
  };
}

const originOf = (url: string | null | undefined): string | null =>
  url && URL.canParse(url) ? new URL(url).origin : null;

/** Another origin is not given the secrets that were meant for this one: they have to be typed again. */
export const needsSecretsAnew = (values: SenderValues, provider: Provider, sender: Sender | null): boolean =>
  sender !== null &&
  !sender.is_simulated &&
  provider.fields.some(
    ({ name, default: fallback }) =>
      name.endsWith('_url') &&
      originOf(values.fields[name]?.trim() || fallback) !== originOf(sender.fields[name]?.value || fallback),
  );

/** Secrets that were left empty stay as they are; everything else is sent as it stands. */
function givenFields(values: SenderValues, provider: Provider, sender: Sender | null) {
  return Object.fromEntries(
    provider.fields
      .map(({ name, is_secret }) => [name, (values.fields[name] ?? '').trim(), is_secret] as const)
      .filter(([name, value, isSecret]) => {
        if (sender === null) return value !== '';
        return isSecret ? value !== '' : value !== (sender.fields[name]?.value ?? '');
      })
      .map(([name, value]) => [name, value]),
  );
}

const optional = (values: SenderValues) => ({
  ...(values.phone_number.trim() === '' ? {} : { phone_number: tidyPhoneNumber(values.phone_number) }),
  ...(values.messages_per_second.trim() === ''
    ? {}
    : { messages_per_second: Number(values.messages_per_second) }),
});

const registration = (values: SenderValues, provider: Provider) =>
  values.register_callback && provider.registers_callback ? { register_callback: true as const } : {};

export function newSenderBody(values: SenderValues, provider: Provider): NewSenderBody {
  const common = {
    name: values.name.trim(),
    provider: provider.name,
    ...(values.store_id === '' ? {} : { store_id: values.store_id }),
  };
  if (values.is_simulated) return { ...common, is_simulated: true, fields: {} };
  return {
    ...common,
    fields: givenFields(values, provider, null),
    ...optional(values),
    ...registration(values, provider),
  };
}

export function changeSenderBody(values: SenderValues, provider: Provider, sender: Sender): ChangeSenderBody {
  const fields = values.is_simulated ? {} : givenFields(values, provider, sender);
  return {
    name: values.name.trim(),
    ...optional(values),
    ...(values.store_id === (sender.store_id ?? '') ? {} : { store_id: values.store_id || null }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}
