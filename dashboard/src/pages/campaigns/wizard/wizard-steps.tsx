// Where in making a campaign one is. Every step that is saved can be gone back to.

import { useTranslation } from 'react-i18next';
import { StepBar } from '../../../parts/page/step-bar.tsx';
import { type Step, steps } from '../campaign-filters.ts';

interface WizardStepsProps {
  step: Step;
  onStep?: (step: Step) => void;
}

export function WizardSteps({ step, onStep }: WizardStepsProps) {
  const { t } = useTranslation();
  return (
    <StepBar
      label={t('campaign_step.title')}
      names={steps.map((one) => t(`campaign_step.${one}`))}
      active={steps.indexOf(step)}
      {...(onStep && { onStep: (index: number) => onStep(steps[index] ?? 'name') })}
    />
  );
}
