// Where in the import one is: file, columns, check, import.

import { useTranslation } from 'react-i18next';
import { StepBar } from '../../../parts/page/step-bar.tsx';

const steps = ['file', 'columns', 'check', 'run'] as const;
export type ImportStep = (typeof steps)[number] | 'over';

/** Shows, and does nothing: where one is, the import itself decides. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const { t } = useTranslation();
  return (
    <StepBar
      label={t('import_step.title')}
      names={steps.map((one) => t(`import_step.${one}`))}
      active={step === 'over' ? steps.length : steps.indexOf(step)}
    />
  );
}
