// What the steps share: where one is, the form, what the gateway said about it, and the buttons below. However a step is
// left, what was entered is saved first.

import { Button, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { type Step, steps } from '../campaign-filters.ts';
import { WizardSteps } from './wizard-steps.tsx';

interface StepFrameProps {
  step: Step;
  error: Error | null;
  isSaving: boolean;
  onNext: () => void;
  /** Saves what can be saved, and goes there. Left out: there is no draft yet. */
  onLeave?: (to: Step) => void;
  children: ReactNode;
}

export function StepFrame({ step, error, isSaving, onNext, onLeave, children }: StepFrameProps) {
  const { t } = useTranslation();
  const before = steps[steps.indexOf(step) - 1];
  return (
    <>
      <WizardSteps step={step} {...(onLeave && { onStep: onLeave })} />
      <FormFrame
        error={error}
        isPending={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          onNext();
        }}
        submit={t('campaign_step.next')}
        aside={before && onLeave ? <BackButton onBack={() => onLeave(before)} /> : null}
      >
        <Stack gap="lg">{children}</Stack>
      </FormFrame>
    </>
  );
}

export function BackButton({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} className="flip" />} onClick={onBack}>
      {t('campaign_step.back')}
    </Button>
  );
}
