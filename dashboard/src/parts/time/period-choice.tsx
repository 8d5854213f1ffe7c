// Chooses how long the spans are that a chart counts in. It stands in the heading of the chart's panel.

import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PeriodChoiceProps<Period extends string> {
  periods: readonly Period[];
  nameOf: (period: Period) => string;
  value: Period;
  onChange: (period: Period) => void;
}

export function PeriodChoice<Period extends string>({
  periods,
  nameOf,
  ...input
}: PeriodChoiceProps<Period>) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('filter.time')}
      data={periods.map((period) => ({ value: period, label: nameOf(period) }))}
      {...input}
    />
  );
}
