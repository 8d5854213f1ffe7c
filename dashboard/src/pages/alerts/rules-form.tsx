// Which alerts are raised, from which share on, and by which ways each is sent.

import type { AlertChannel, AlertRule, AlertSettings } from '@hudhud/contract/alerts.ts';
import { Checkbox, Group, NumberInput, Paper, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { useMay } from '../../queries/account.ts';
import { changeAlertSettings } from '../../queries/alerts.ts';

const channels: readonly AlertChannel[] = ['mail', 'webhook', 'whatsapp'];

export function RulesForm({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation();
  const mayChange = useMay('admin');
  const { form, frame } = useServerForm({
    initialValues: { rules: settings.rules },
    save: {
      ...changeAlertSettings,
      onSuccess: () => showDone(t('alerts.saved')),
    },
    toBody: ({ rules }) => ({
      rules: rules.map(({ threshold, ...rule }) => ({ ...rule, ...(threshold !== null && { threshold }) })),
    }),
  });
  const change = (index: number, rule: AlertRule) => form.setFieldValue(`rules.${index}`, rule);
  return (
    <FormFrame {...frame} submit={mayChange ? t('action.save') : null}>
      <Text size="sm" c="dimmed">
        {t('alerts.rules_hint')}
      </Text>
      <Stack gap="xs">
        {form.values.rules.map((rule, index) => (
          <RuleRow
            key={rule.kind}
            rule={rule}
            isDisabled={!mayChange}
            onChange={(changed) => change(index, changed)}
          />
        ))}
      </Stack>
    </FormFrame>
  );
}

interface RuleRowProps {
  rule: AlertRule;
  isDisabled: boolean;
  onChange: (rule: AlertRule) => void;
}

function RuleRow({ rule, isDisabled, onChange }: RuleRowProps) {
  const { t } = useTranslation();
  const name = t(`alert_kind.${rule.kind}`);
  const isOff = isDisabled || !rule.is_on;
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <Switch
          flex="1 1 17rem"
          label={name}
          description={t(`alert_kind_hint.${rule.kind}`)}
          checked={rule.is_on}
          disabled={isDisabled}
          onChange={(event) => onChange({ ...rule, is_on: event.currentTarget.checked })}
        />
        <Group gap="md">
          {rule.threshold !== null && (
            <NumberInput
              aria-label={t('alerts.threshold', { name })}
              w={92}
              size="xs"
              min={1}
              max={100}
              suffix=" %"
              allowDecimal={false}
              disabled={isOff}
              value={rule.threshold}
              onChange={(value) => onChange({ ...rule, threshold: Number(value) || 1 })}
            />
          )}
          <Checkbox.Group
            aria-label={t('alerts.channels', { name })}
            value={rule.channels}
            onChange={(value) =>
              onChange({ ...rule, channels: channels.filter((channel) => value.includes(channel)) })
            }
          >
            <Group gap="sm">
              {channels.map((channel) => (
                <Checkbox
                  key={channel}
                  size="xs"
                  value={channel}
                  label={t(`alert_channel.${channel}`)}
                  disabled={isOff}
                />
              ))}
            </Group>
          </Checkbox.Group>
        </Group>
      </Group>
    </Paper>
  );
}
