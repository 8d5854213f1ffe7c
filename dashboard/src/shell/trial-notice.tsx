// What is left of the free trial, or that a company may not send; silent for companies that simply work.

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timeLeft } from '../parts/times.ts';
import { useNow } from '../parts/use-now.ts';
import { useMe } from '../queries/me.ts';
import styles from './sidebar.module.css';

export function TrialNotice() {
  const { t } = useTranslation();
  const { plan, trial_ends_at: end } = useMe().company;
  const now = useNow();
  if (plan === 'active') return null;
  const left = plan === 'trial' && end !== null ? timeLeft(end, now) : null;
  const isOver = plan === 'trial' && end !== null && left === null;
  return (
    <div className={styles.trial}>
      <Text
        size="sm"
        fw={600}
        {...(isOver || plan === 'suspended' ? { c: 'var(--mantine-color-error)' } : {})}
      >
        {isOver ? t('company.trial_over') : t(`plan.${plan}`)}
      </Text>
      <Text size="xs" c="dimmed">
        {left && t(`time.${left.unit}_left`, { count: left.count })}
        {isOver && t('company.trial_over_hint')}
        {plan === 'suspended' && t('company.suspended_hint')}
      </Text>
    </div>
  );
}
