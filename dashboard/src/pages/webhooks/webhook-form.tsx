// The form of a webhook: its address, which events it gets, and how they are brought.

import { concurrencyMax, deliveriesPerSecondMax } from '@hudhud/contract/input-limits.ts';
import { messageStatuses } from '@hudhud/contract/states.ts';
import type { NewWebhook, Webhook } from '@hudhud/contract/webhooks.ts';
import { Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useRefusedFields } from '../../parts/form/use-server-form.ts';
import { subscribableEvents } from '../../parts/state/event-types.ts';
import { numberText } from '../../parts/text/locale.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { HeaderInputs } from './header-inputs.tsx';
import {
  concurrencyDefault,
  getsStatuses,
  initialWebhook,
  needsHeadersAnew,
  toWebhookBody,
  type WebhookFormState,
  type WebhookValues,
} from './webhook-values.ts';

interface WebhookFormProps {
  webhook: Webhook | null;
  error: Error | null;
  isSaving: boolean;
  onSave: (body: NewWebhook) => void;
}

export function WebhookForm({ webhook, error, isSaving, onSave }: WebhookFormProps) {
  const { t } = useTranslation();
  const form = useWebhookForm(webhook);
  useRefusedFields(form, error);
  return (
    <FormFrame
      error={error}
      isPending={isSaving}
      onSubmit={form.onSubmit((values) => onSave(toWebhookBody(values)))}
      submit={t(webhook ? 'action.save' : 'webhook.add')}
    >
      <TextInput
        type="url"
        dir="ltr"
        required
        data-autofocus
        label={t('webhook.url')}
        description={t('webhook.url_hint')}
        placeholder="https://example.com/hooks/whatsapp"
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('webhook.description')}
        description={t('webhook.description_hint')}
        maxLength={200}
        {...ownDirection}
        {...form.getInputProps('description')}
      />
      <EventChoices form={form} />
      <HeaderInputs form={form} webhook={webhook} />
      <PaceInputs form={form} />
    </FormFrame>
  );
}

function EventChoices({ form }: { form: WebhookFormState }) {
  const { t } = useTranslation();
  return (
    <>
      <Choices form={form} name="events" label={t('webhook.events')} hint={t('webhook.events_hint')}>
        {subscribableEvents.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={t(`event.${event}`)}
            description={t(`event_hint.${event}`)}
          />
        ))}
      </Choices>
      {getsStatuses(form.values) && (
        <Choices form={form} name="statuses" label={t('webhook.statuses')} hint={t('webhook.statuses_hint')}>
          <Group gap="sm">
            {messageStatuses
              .filter((status) => status !== 'received')
              .map((status) => (
                <Checkbox key={status} value={status} label={t(`status.${status}`)} />
              ))}
          </Group>
        </Choices>
      )}
    </>
  );
}

function PaceInputs({ form }: { form: WebhookFormState }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        inputMode="numeric"
        label={t('webhook_form.pace')}
        description={t('webhook_form.pace_hint')}
        {...form.getInputProps('deliveries_per_second')}
      />
      <TextInput
        inputMode="numeric"
        label={t('webhook_form.concurrency')}
        description={t('webhook_form.concurrency_hint')}
        placeholder={String(concurrencyDefault)}
        {...form.getInputProps('concurrency')}
      />
    </SimpleGrid>
  );
}

interface ChoicesProps {
  form: WebhookFormState;
  name: 'events' | 'statuses';
  label: string;
  hint: string;
  children: ReactNode;
}

function Choices({ form, name, label, hint, children }: ChoicesProps) {
  return (
    <Checkbox.Group label={label} description={hint} {...form.getInputProps(name)}>
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </Checkbox.Group>
  );
}

const isCount = (value: string, max: number): boolean =>
  value.trim() === '' || (/^\d{1,5}$/.test(value.trim()) && Number(value) <= max);

function useWebhookForm(webhook: Webhook | null): WebhookFormState {
  const { t, i18n } = useTranslation();
  return useForm<WebhookValues>({
    initialValues: initialWebhook(webhook),
    validate: {
      headers: (value, { url }) =>
        value === null && needsHeadersAnew(webhook, url) ? t('webhook_form.headers_needed') : null,
      url: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : t('webhook.url_needed')),
      deliveries_per_second: (value) =>
        isCount(value, deliveriesPerSecondMax)
          ? null
          : t('webhook_form.pace_wrong', { max: numberText(deliveriesPerSecondMax, i18n.language) }),
      concurrency: (value) =>
        isCount(value, concurrencyMax) && value.trim() !== '0'
          ? null
          : t('webhook_form.concurrency_wrong', { max: numberText(concurrencyMax, i18n.language) }),
    },
  });
}
