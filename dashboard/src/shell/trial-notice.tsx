// What is left of the free trial, which must always be in sight: in the navigation, on a phone above the page, and when it
// is over on every page, with what follows from it. Silent for companies that simply work.

import { Alert, Text } from '@mantine/core';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../parts/state/status-badge.tsx';
import { timeLeft } from '../parts/time/times.ts';
import { useNow } from '../parts/time/use-now.ts';
import { useMe } from '../queries/me.ts';
import styles from './sidebar.module.css';

// Where the company stands: on trial with some time left, stopped, or simply working.

type Trial =
  | { readonly kind: 'none' }
  | { readonly kind: 'left'; readonly left: NonNullable<ReturnType<typeof timeLeft>> }
  | { readonly kind: 'over' };

function useTrial(): Trial {
  const { plan, trial_ends_at: end } = useMe().company;
  const now = useNow();
  if (plan !== 'trial' || end === null) return { kind: 'none' };
  const left = timeLeft(end, now);
  return left === null ? { kind: 'over' } : { kind: 'left', left };
}

export function TrialNotice() {
  const { t } = useTranslation();
  const trial = useTrial();
  if (trial.kind === 'none') return null;
  return (
    <div className={styles.trial}>
      <Text size="sm" fw={600} {...(trial.kind === 'over' ? { c: 'var(--mantine-color-error)' } : {})}>
        {trial.kind === 'over' ? t('company.trial_over') : t('plan.trial')}
      </Text>
      <Text size="xs" c="dimmed">
        {trial.kind === 'over'
          ? t('company.trial_over_hint')
          : t(`time.${trial.left.unit}_left`, { count: trial.left.count })}
      </Text>
    </div>
  );
}

/** On a phone the navigation is out of sight. There is room for this or something else. */
export function TrialBadge({ otherwise }: { otherwise: React.ReactNode }) {
  const { t } = useTranslation();
  const trial = useTrial();
  if (trial.kind !== 'left') return otherwise;
  return (
    <StatusBadge color="blue" className="mantine-hidden-from-sm">
      {t(`time.${trial.left.unit}_left`, { count: trial.left.count })}
    </StatusBadge>
  );
}

export function TrialOver() {
  const { t } = useTranslation();
  if (useTrial().kind !== 'over') return null;
  return (
    <Alert color="red" icon={<IconHourglassEmpty />} title={t('company.trial_over')} mb="lg">
      <Text size="sm">{t('company.trial_over_hint')}</Text>
    </Alert>
  );
}
