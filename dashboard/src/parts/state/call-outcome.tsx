// What the outcomes of a call look like and are called.

import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge.tsx';

const outcomeColors = {
  sent: 'teal',
  retry: 'yellow',
  rejected: 'red',
  suspended: 'red',
  unknown: 'yellow',
} as const;

type CallOutcome = keyof typeof outcomeColors;
export const callOutcomes = Object.keys(outcomeColors) as CallOutcome[];

/** A newer gateway may know more outcomes than this build. */
export const isKnownOutcome = (outcome: string): outcome is CallOutcome =>
  Object.hasOwn(outcomeColors, outcome);

export const callLookOf = (outcome: string): string =>
  isKnownOutcome(outcome) ? outcomeColors[outcome] : 'gray';

export function CallOutcomeBadge({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  if (!isKnownOutcome(outcome)) return <StatusBadge color="gray">{outcome}</StatusBadge>;
  return (
    <Tooltip label={t(`call_outcome_hint.${outcome}`)} multiline maw={300}>
      <StatusBadge color={outcomeColors[outcome]}>{t(`call_outcome.${outcome}`)}</StatusBadge>
    </Tooltip>
  );
}
