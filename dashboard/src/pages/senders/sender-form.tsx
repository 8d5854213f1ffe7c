// The form of a sender. Which fields there are is the provider's to say.

import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { Select, Switch, TextInput } from '@mantine/core';
import { isNotEmpty, type UseFormInput } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { StoreSelect } from '../../parts/form/store-select.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { checkPhoneNumber } from '../../parts/text/phone-number.ts';
import { changeSender, createSender } from '../../queries/senders.ts';
import { ProviderFieldInputs } from './provider-field-inputs.tsx';
import { useSenderPlaces } from './sender-places.ts';
import {
  changeSenderBody,
  initialValues,
  newSenderBody,
  type SenderFormState,
  type SenderValues,
} from './sender-values.ts';

interface SenderFormProps {
  providers: readonly Provider[];
  sender: Sender | null;
  isSimulated: boolean;
}

export function SenderForm({ providers, sender, isSimulated }: SenderFormProps) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    ...useSenderInput(initialValues(providers, sender, isSimulated)),
    save: useSave(providers, sender),
    toBody: (values) => values,
  });
  const provider = providerOf(providers, form.values);
  if (!provider) return null;
  return (
    <FormFrame {...frame} submit={t(sender ? 'action.save' : 'sender.add')}>
      <TextInput
        label={t('sender.name')}
        description={t('sender.name_hint')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      {sender === null && providers.length > 1 && (
        <Select
          label={t('message.provider')}
          allowDeselect={false}
          data={providers.map(({ name, title }) => ({ value: name, label: title }))}
          {...form.getInputProps('provider')}
        />
      )}
      {(sender === null || sender.is_simulated) && (
        <Switch
          label={t('sender.use_simulator')}
          description={t(sender ? 'sender.leave_simulator_hint' : 'sender.use_simulator_hint')}
          {...form.getInputProps('is_simulated', { type: 'checkbox' })}
        />
      )}
      {!form.values.is_simulated && <RealNumber form={form} provider={provider} sender={sender} />}
      <StoreSelect
        label={t('sender_store.name')}
        description={t('sender_store.hint')}
        placeholder={t('sender_store.whole')}
        {...form.getInputProps('store_id')}
      />
    </FormFrame>
  );
}

interface RealNumberProps {
  form: SenderFormState;
  provider: Provider;
  sender: Sender | null;
}

function RealNumber({ form, provider, sender }: RealNumberProps) {
  const { t } = useTranslation();
  return (
    <>
      <ProviderFieldInputs form={form} provider={provider} sender={sender} />
      <TextInput
        type="tel"
        dir="ltr"
        label={t('sender.phone_number')}
        description={t('sender.phone_number_hint')}
        placeholder="+966112345678"
        {...form.getInputProps('phone_number')}
      />
      {sender === null && provider.registers_callback && (
        <Switch
          label={t('callback.register', { provider: provider.title })}
          description={t('callback.register_form_hint', { provider: provider.title })}
          {...form.getInputProps('register_callback', { type: 'checkbox' })}
        />
      )}
      <TextInput
        inputMode="numeric"
        label={t('sender.messages_per_second')}
        description={t('sender.messages_per_second_hint')}
        placeholder={String(provider.limits.messages_per_second)}
        w={220}
        {...form.getInputProps('messages_per_second')}
      />
    </>
  );
}

/** Which of the provider's fields are needed the gateway knows, and says so at each. */
function useSenderInput(initial: SenderValues): UseFormInput<SenderValues> {
  const { t } = useTranslation();
  return {
    initialValues: initial,
    validate: {
      name: isNotEmpty(t('sender.name_required')),
      phone_number: (value, values) => {
        if (values.is_simulated || value.trim() === '') return null;
        const problem = checkPhoneNumber(value);
        return problem && t(`phone.${problem}`);
      },
      messages_per_second: (value, values) =>
        values.is_simulated || value.trim() === '' || /^[1-9]\d{0,4}$/.test(value.trim())
          ? null
          : t('sender.not_a_count'),
    },
  };
}

const providerOf = (providers: readonly Provider[], values: SenderValues): Provider | undefined =>
  providers.find(({ name }) => name === values.provider);

function useSave(providers: readonly Provider[], sender: Sender | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useSenderPlaces();
  return {
    ...changeSender,
    mutationFn: async (values: SenderValues) => {
      const provider = providerOf(providers, values);
      if (!provider) throw new Error(`There is no provider called ${values.provider}.`);
      return sender
        ? changeSender.mutationFn({ id: sender.id, body: changeSenderBody(values, provider, sender) })
        : createSender.mutationFn(newSenderBody(values, provider));
    },
    onSuccess: (saved: Sender) => {
      showDone(t('sender.saved'));
      return navigate({ to: places.one(saved.id) });
    },
  };
}
