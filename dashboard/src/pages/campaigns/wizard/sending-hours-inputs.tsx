// In which hours of which days messages may go out, by the company's clock.

import { Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../queries/me.ts';
import { useDayName } from '../day-name.ts';
import { type SendingProblem, type SendingValues, weekDays } from './sending-values.ts';

interface SendingHoursInputsProps {
  values: SendingValues;
  problem: SendingProblem | null;
  onChange: (part: Partial<SendingValues>) => void;
}

export function SendingHoursInputs({ values, problem, onChange }: SendingHoursInputsProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  return (
    <Stack gap="sm">
      <Switch
        label={t('campaign_sending.hours')}
        description={t('campaign_sending.hours_hint', { zone: timezone })}
        checked={values.hasHours}
        onChange={(event) => onChange({ hasHours: event.currentTarget.checked })}
      />
      {values.hasHours && (
        <Group align="flex-start" gap="md">
          <TextInput
            type="time"
            label={t('filter.from')}
            w={140}
            value={values.hoursFrom}
            error={problem === 'hours'}
            onChange={(event) => onChange({ hoursFrom: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('filter.until')}
            w={140}
            value={values.hoursUntil}
            error={problem === 'hours'}
            onChange={(event) => onChange({ hoursUntil: event.currentTarget.value })}
          />
          <Days values={values} onChange={onChange} />
        </Group>
      )}
      {values.hasHours && values.hoursUntil < values.hoursFrom && (
        <Text size="xs" c="dimmed">
          {t('campaign_sending.over_midnight')}
        </Text>
      )}
      {(problem === 'hours' || problem === 'days') && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t(`campaign_sending.check_${problem}`)}
        </Text>
      )}
    </Stack>
  );
}

function Days({ values, onChange }: Pick<SendingHoursInputsProps, 'values' | 'onChange'>) {
  const { t } = useTranslation();
  const dayName = useDayName();
  return (
    <Checkbox.Group
      label={t('campaign_sending.days')}
      value={values.days.map(String)}
      onChange={(days) => onChange({ days: days.map(Number) })}
    >
      <Group gap="sm" mt={8}>
        {weekDays.map((day) => (
          <Checkbox key={day} value={String(day)} label={dayName(day)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
