// Where in making a campaign one is. Every step that is saved can be gone back to.

import { Progress, Stack, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { phoneWidth } from '../../../parts/list/record-table.tsx';
import { type Step, steps } from '../campaign-filters.ts';

interface WizardStepsProps {
  step: Step;
  onStep?: (step: Step) => void;
}

export function WizardSteps({ step, onStep }: WizardStepsProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  const active = steps.indexOf(step);
  if (isPhone) {
    const words = t('campaign_step.of', {
      number: active + 1,
      count: steps.length,
      name: t(`campaign_step.${step}`),
    });
    return (
      <Stack gap="xs" mb="lg">
        <Text size="sm" fw={600}>
          {words}
        </Text>
        <Progress color="teal.8" value={((active + 1) / steps.length) * 100} aria-label={words} />
      </Stack>
    );
  }
  return (
    <Stepper
      active={active}
      size="sm"
      mb="xl"
      aria-label={t('campaign_step.title')}
      {...(onStep && { onStepClick: (index: number) => onStep(steps[index] ?? 'name') })}
    >
      {steps.map((one) => (
        <Stepper.Step
          key={one}
          label={t(`campaign_step.${one}`)}
          allowStepSelect={onStep !== undefined && one !== step}
        />
      ))}
    </Stepper>
  );
}
