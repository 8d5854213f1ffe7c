// Where in the import one is: file, columns, check, import.

import { Stepper } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const steps = ['file', 'columns', 'check', 'run'] as const;
export type ImportStep = (typeof steps)[number] | 'over';

/** Shows, and does nothing: where one is, the import itself decides. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const { t } = useTranslation();
  const active = step === 'over' ? steps.length : steps.indexOf(step);
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
