// The form of a webhook: its address, and which events it gets.

import type { EventType } from '@hudhud/contract/events.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import type { NewWebhook, Webhook } from '@hudhud/contract/webhooks.ts';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { subscribableEvents } from '../../parts/event-types.ts';
import { messageStatuses } from '../../parts/message-status.tsx';
import { ownDirection } from '../../parts/own-direction.ts';
import { pointedErrors } from '../../parts/pointed-errors.tsx';

interface WebhookValues {
  url: string;
  description: string;
  events: string[];
  statuses: string[];
}

type WebhookFormState = UseFormReturnType<WebhookValues>;

interface WebhookFormProps {
  webhook: Webhook | null;
  error: Error | null;
  isSaving: boolean;
  onSave: (body: NewWebhook) => void;
}

export function WebhookForm({ webhook, error, isSaving, onSave }: WebhookFormProps) {
  const { t } = useTranslation();
  const form = useWebhookForm(webhook);
  const { setErrors } = form;
  useEffect(() => setErrors(pointedErrors(error)), [error, setErrors]);
  const getsStatuses = form.values.events.length === 0 || form.values.events.includes('message_status');
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSave(toBody(values, getsStatuses)))}>
      <Stack pb="xl">
        {error && <ErrorAlert error={error} />}
        <TextInput
          type="url"
          dir="ltr"
          required
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
        {getsStatuses && (
          <Choices
            form={form}
            name="statuses"
            label={t('webhook.statuses')}
            hint={t('webhook.statuses_hint')}
          >
            <Group gap="sm">
              {messageStatuses
                .filter((status) => status !== 'received')
                .map((status) => (
                  <Checkbox key={status} value={status} label={t(`status.${status}`)} />
                ))}
            </Group>
          </Choices>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving}>
            {t(webhook ? 'action.save' : 'webhook.add')}
          </Button>
        </Group>
      </Stack>
    </form>
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

function useWebhookForm(webhook: Webhook | null): WebhookFormState {
  const { t } = useTranslation();
  return useForm<WebhookValues>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? [],
      statuses: webhook?.statuses ?? [],
    },
    validate: { url: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : t('webhook.url_needed')) },
  });
}

/** The boxes only ever hold names from the lists above. */
const toBody = (
  { url, description, events, statuses }: WebhookValues,
  getsStatuses: boolean,
): NewWebhook => ({
  url: url.trim(),
  description: description.trim(),
  events: events as Exclude<EventType, 'test'>[],
  statuses: getsStatuses ? (statuses as MessageStatus[]) : [],
});
