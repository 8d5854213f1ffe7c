// What the outcomes of a call look like and are called.

import type { CallOutcome } from '@hudhud/contract/states.ts';
import { useTranslation } from 'react-i18next';
import { tip } from '../text/shared-tooltip.tsx';
import { StatusBadge } from './status-badge.tsx';
import type { StatusColor } from './status-color.ts';

const outcomeColors: Readonly<Record<CallOutcome, StatusColor>> = {
  sent: 'teal',
  retry: 'yellow',
  rejected: 'red',
  suspended: 'red',
  unknown: 'yellow',
};

/** A newer gateway may know more outcomes than this build. */
export const isKnownOutcome = (outcome: string): outcome is CallOutcome =>
  Object.hasOwn(outcomeColors, outcome);

export const callLookOf = (outcome: string): string =>
  isKnownOutcome(outcome) ? outcomeColors[outcome] : 'gray';

export function CallOutcomeBadge({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  if (!isKnownOutcome(outcome)) return <StatusBadge color="gray">{outcome}</StatusBadge>;
  return (
    <StatusBadge color={outcomeColors[outcome]} {...tip(t(`call_outcome_hint.${outcome}`))}>
      {t(`call_outcome.${outcome}`)}
    </StatusBadge>
  );
}
