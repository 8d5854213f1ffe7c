// One input for each field that the provider asks for, with where to find it.

import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { useFieldText } from './field-text.ts';
import { needsSecretsAnew, type SenderFormState } from './sender-values.ts';

interface ProviderFieldInputsProps {
  form: SenderFormState;
  provider: Provider;
  sender: Sender | null;
}

export function ProviderFieldInputs({ form, provider, sender }: ProviderFieldInputsProps) {
  const { t } = useTranslation();
  const textOf = useFieldText();
  const isElsewhere = needsSecretsAnew(form.values, provider, sender);
  return provider.fields.map((field) => {
    const { label, help } = textOf(provider.name, field);
    const isKept = (sender?.fields[field.name]?.is_set ?? false) && !(field.is_secret && isElsewhere);
    const input = {
      label,
      description: help,
      dir: 'ltr' as const,
      autoComplete: field.is_secret ? 'new-password' : 'off',
      required: field.is_required && !isKept,
      placeholder:
        field.is_secret && (isKept || isElsewhere)
          ? t(isKept ? 'sender.secret_keep' : 'sender.secret_again')
          : (field.default ?? ''),
      ...form.getInputProps(`fields.${field.name}`),
    };
    return field.is_secret ? (
      <SecretInput key={field.name} {...input} />
    ) : (
      <TextInput key={field.name} {...input} />
    );
  });
}
