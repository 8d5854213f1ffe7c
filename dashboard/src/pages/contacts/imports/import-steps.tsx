// Where in the import one is: file, columns, check, import.

import { Progress, Stack, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { phoneWidth } from '../../../parts/list/record-table.tsx';

const steps = ['file', 'columns', 'check', 'run'] as const;
export type ImportStep = (typeof steps)[number] | 'over';

/** Shows, and does nothing: where one is, the import itself decides. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const { t } = useTranslation();
  const active = step === 'over' ? steps.length : steps.indexOf(step);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  if (isPhone) {
    const at = Math.min(active, steps.length - 1);
    const name = t(`import_step.${steps[at] ?? 'run'}`);
    const words = t('import_step.of', { number: at + 1, count: steps.length, name });
    return (
      <Stack gap="xs" mb="lg">
        <Text size="sm" fw={600}>
          {words}
        </Text>
        <Progress color="teal.8" value={((at + 1) / steps.length) * 100} aria-label={words} />
      </Stack>
    );
  }
  return (
    <Stepper
      active={active}
      size="sm"
      mb="xl"
      allowNextStepsSelect={false}
      aria-label={t('import_step.title')}
    >
      {steps.map((one) => (
        <Stepper.Step key={one} label={t(`import_step.${one}`)} allowStepSelect={false} />
      ))}
    </Stepper>
  );
}
