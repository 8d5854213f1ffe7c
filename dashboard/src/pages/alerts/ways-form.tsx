// How people are notified: quiet hours, the number for WhatsApp, and a test of each way.

import type { AlertChannel, AlertSettings } from '@hudhud/contract/alerts.ts';
import { Alert, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconMailOff, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { ClockInput } from '../../parts/time/clock-input.tsx';
import { useMay } from '../../queries/account.ts';
import { changeAlertSettings, testAlerts } from '../../queries/alerts.ts';
import { useMe } from '../../queries/me.ts';

const toValues = ({ quiet_hours: quiet, whatsapp }: AlertSettings) => ({
  isQuiet: quiet !== null,
  from: quiet?.from ?? '22:00',
  until: quiet?.until ?? '07:00',
  whatsapp: { to: whatsapp?.to ?? '', template: whatsapp?.template?.name ?? '' },
  language: whatsapp?.template?.language ?? 'en',
});

type Values = ReturnType<typeof toValues>;

const toBody = ({ isQuiet, from, until, whatsapp, language }: Values) => ({
  quiet_hours: isQuiet ? { from, until } : null,
  whatsapp:
    whatsapp.to.trim() === ''
      ? null
      : {
          to: whatsapp.to.trim(),
          template:
            whatsapp.template.trim() === ''
              ? null
              : { name: whatsapp.template.trim(), language: language.trim() },
        },
});

export function WaysForm({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const mayChange = useMay('admin');
  const { form, frame } = useServerForm({
    initialValues: toValues(settings),
    save: {
      ...changeAlertSettings,
      onSuccess: () => showDone(t('alerts.saved')),
    },
    toBody,
  });
  const clock = (name: 'from' | 'until') => (
    <ClockInput
      w={140}
      label={t(`alerts.quiet_${name}`)}
      disabled={!mayChange || !form.values.isQuiet}
      {...form.getInputProps(name)}
      value={form.values[name]}
    />
  );
  return (
    <FormFrame {...frame} submit={mayChange ? t('action.save') : null}>
      {!settings.is_mail_set_up && (
        <Alert color="yellow" icon={<IconMailOff />}>
          {t('alerts.no_mail')}
        </Alert>
      )}
      <Switch
        label={t('alerts.quiet')}
        description={t('alerts.quiet_hint', { zone: company.timezone })}
        disabled={!mayChange}
        {...form.getInputProps('isQuiet', { type: 'checkbox' })}
      />
      <Group align="flex-end">
        {clock('from')}
        {clock('until')}
      </Group>
      <TextInput
        label={t('alerts.whatsapp')}
        description={t('alerts.whatsapp_hint')}
        placeholder="+966501234567"
        type="tel"
        dir="ltr"
        maw={420}
        disabled={!mayChange}
        {...form.getInputProps('whatsapp.to')}
      />
      <Group align="flex-end">
        <TextInput
          label={t('alerts.template')}
          description={t('alerts.template_hint')}
          dir="ltr"
          maw={420}
          style={{ flex: '1 1 260px' }}
          disabled={!mayChange}
          {...form.getInputProps('whatsapp.template')}
        />
        <TextInput
          label={t('alerts.template_language')}
          dir="ltr"
          w={140}
          maxLength={16}
          disabled={!mayChange || form.values.whatsapp.template === ''}
          {...form.getInputProps('language')}
        />
      </Group>
      {mayChange && <Tests settings={settings} />}
    </FormFrame>
  );
}

function Tests({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation();
  const test = useMutation({
    ...testAlerts,
    onSuccess: () => showDone(t('alerts.test_sent')),
  });
  const isReady: Record<AlertChannel, boolean> = {
    mail: settings.is_mail_set_up,
    webhook: true,
    whatsapp: settings.whatsapp !== null,
  };
  return (
    <>
      <Text size="sm" fw={550}>
        {t('alerts.test')}
      </Text>
      <Group gap="xs">
        {(['mail', 'webhook', 'whatsapp'] as const).map((channel) => (
          <Button
            key={channel}
            variant="default"
            size="xs"
            leftSection={<IconSend size={14} />}
            disabled={!isReady[channel]}
            loading={test.isPending && test.variables === channel}
            aria-label={t('alerts.test_named', { way: t(`alert_channel.${channel}`) })}
            onClick={() => test.mutate(channel)}
          >
            {t(`alert_channel.${channel}`)}
          </Button>
        ))}
      </Group>
      {test.isError && <ErrorAlert error={test.error} />}
    </>
  );
}
