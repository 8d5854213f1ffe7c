// How many came how far in each minute or hour.

import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../parts/text/locale.ts';
import { BarsOverTime } from '../../../parts/time/bars-over-time.tsx';
import { useMe } from '../../../queries/me.ts';
import type { Moment, Period } from './moments.ts';

const series = ['sent', 'delivered', 'read', 'failed', 'replied'] as const;

const colors: Readonly<Record<(typeof series)[number], string>> = {
  sent: 'blue.5',
  delivered: 'teal.4',
  read: 'teal.8',
  failed: 'red.6',
  replied: 'grape.5',
};

interface TimeChartProps {
  moments: readonly Moment[];
  by: Period;
  height: number;
}

export function TimeChart({ moments, by, height }: TimeChartProps) {
  const { t, i18n } = useTranslation();
  const timeZone = useMe().company.timezone;
  const format = dateFormat(i18n.language, {
    timeZone,
    ...(by === 'hour' && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <BarsOverTime
      title={t('campaign_chart.over_time')}
      rows={moments}
      label={(at) => format.format(new Date(at))}
      series={series.map((name) => ({ name, label: t(`campaign_chart.${name}`), color: colors[name] }))}
      type="default"
      barWidth={22}
      height={height}
    />
  );
}
