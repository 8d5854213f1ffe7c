// Where one is in something that takes several steps.

import { Progress, Stack, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { phoneWidth } from '../list/record-table.tsx';

interface StepBarProps {
  label: string;
  names: readonly string[];
  /** The step one is at; as many as there are names when all is done. */
  active: number;
  /** Goes to another step. Without it the bar only shows. */
  onStep?: (step: number) => void;
}

export function StepBar({ label, names, active, onStep }: StepBarProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  if (isPhone) {
    const at = Math.min(active, names.length - 1);
    const words = t('steps.of', { number: at + 1, count: names.length, name: names[at] ?? '' });
    return (
      <Stack gap="xs" mb="lg">
        <Text size="sm" fw={600}>
          {words}
        </Text>
        <Progress color="teal.8" value={((at + 1) / names.length) * 100} aria-label={words} />
      </Stack>
    );
  }
  return (
    <Stepper active={active} size="sm" mb="xl" aria-label={label} {...(onStep && { onStepClick: onStep })}>
      {names.map((name, step) => (
        <Stepper.Step key={name} label={name} allowStepSelect={step !== active} />
      ))}
    </Stepper>
  );
}
