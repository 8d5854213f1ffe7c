// By which sender, when, in which hours, how fast, and when to stop by itself.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Group, SimpleGrid, Stack, Switch, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SenderSelect } from '../../../parts/form/sender-select.tsx';
import { DateTimeInput } from '../../../parts/time/date-time-input.tsx';
import { toZonedInput } from '../../../parts/time/zoned-input.ts';
import { useMe } from '../../../queries/me.ts';
import { SendingHoursInputs } from './sending-hours-inputs.tsx';
import {
  checkSending,
  type SendingProblem,
  type SendingValues,
  toSendingChange,
  toSendingValues,
} from './sending-values.ts';
import { StepFrame } from './step-frame.tsx';
import { useSaveStep } from './use-save-step.ts';

interface PartProps {
  values: SendingValues;
  problem: SendingProblem | null;
  onChange: (part: Partial<SendingValues>) => void;
}

export function SendingStep({ campaign }: { campaign: Campaign }) {
  const { timezone } = useMe().company;
  const [values, setValues] = useState(() => toSendingValues(campaign, timezone));
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveStep(campaign);
  const found = checkSending(values, timezone, new Date());
  const change = found === null ? toSendingChange(values, timezone) : {};
  const part: PartProps = {
    values,
    problem: isChecked ? found : null,
    onChange: (next) => setValues((before) => ({ ...before, ...next })),
  };
  return (
    <StepFrame
      step="sending"
      error={save.error}
      isSaving={save.isPending}
      onLeave={(to) => save.mutate({ change, to })}
      onNext={() => {
        setIsChecked(true);
        if (found === null) save.mutate({ change, to: 'check' });
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <SenderSelect value={values.from} onChange={(from) => part.onChange({ from: from ?? '' })} />
        <Schedule {...part} />
      </SimpleGrid>
      <SendingHoursInputs {...part} />
      <Speed {...part} />
      <AutoPause {...part} />
    </StepFrame>
  );
}

function Schedule({ values, problem, onChange }: PartProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  return (
    <DateTimeInput
      label={t('campaign_sending.schedule')}
      description={t('campaign_sending.schedule_hint', { zone: timezone })}
      min={toZonedInput(new Date().toISOString(), timezone)}
      value={values.schedule}
      error={problem === 'schedule' && t('campaign_sending.schedule_over')}
      onChange={(schedule) => onChange({ schedule })}
    />
  );
}

interface WholeNumberProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  value: number | null;
  min: number;
  max: number;
  onChange: (value: number | null) => void;
}

/** The browser's own field: the kit's would bring a package of its own. Corrected when it is left. */
function WholeNumberInput({ value, min, max, onChange, ...input }: WholeNumberProps) {
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      dir="ltr"
      min={min}
      max={max}
      step={1}
      {...input}
      value={value ?? ''}
      onChange={(event) => {
        const { value: typed } = event.currentTarget;
        onChange(typed === '' ? null : Math.round(Number(typed)));
      }}
      onBlur={() => value !== null && onChange(Math.min(max, Math.max(min, value)))}
    />
  );
}

function Speed({ values, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <WholeNumberInput
      label={t('campaign_sending.speed')}
      description={t('campaign_sending.speed_hint')}
      placeholder={t('campaign_sending.speed_none')}
      maw={420}
      min={1}
      max={1_000}
      value={values.perSecond}
      onChange={(perSecond) => onChange({ perSecond })}
    />
  );
}

function AutoPause({ values, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Switch
        label={t('campaign_sending.auto_pause')}
        description={t('campaign_sending.auto_pause_hint')}
        checked={values.hasAutoPause}
        onChange={(event) => onChange({ hasAutoPause: event.currentTarget.checked })}
      />
      {values.hasAutoPause && (
        <Group align="flex-end" gap="sm">
          <WholeNumberInput
            label={t('campaign_sending.failure_percent')}
            w={200}
            min={1}
            max={100}
            value={values.failurePercent}
            onChange={(failurePercent) => onChange({ failurePercent })}
          />
          <WholeNumberInput
            label={t('campaign_sending.failure_window')}
            w={200}
            min={10}
            max={1_000}
            value={values.failureWindow}
            onChange={(failureWindow) => onChange({ failureWindow })}
          />
          <Text size="xs" c="dimmed" pb={8}>
            {t('campaign_sending.failure_least')}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
