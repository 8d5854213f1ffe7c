// Messages by what became of them, as one bar a day or hour.

import type { StatisticsPeriod } from '@hudhud/contract/statistics.ts';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../parts/text/locale.ts';
import { BarsOverTime } from '../../parts/time/bars-over-time.tsx';
import { useMe } from '../../queries/me.ts';
import { type Bar, type BarName, barNames } from './count-messages.ts';

interface MessageBarsProps {
  bars: readonly Bar[];
  by: StatisticsPeriod;
  height: number;
}

/** The colours of status, strong enough for a surface; seen one above the other in both schemes. */
const colors: Readonly<Record<BarName, string>> = {
  waiting: 'gray.5',
  sent: 'blue.5',
  delivered: 'teal.4',
  read: 'teal.7',
  failed: 'red.6',
  received: 'grape.4',
};

export function MessageBars({ bars, by, height }: MessageBarsProps) {
  const { t, i18n } = useTranslation();
  const timeZone = useMe().company.timezone;
  const format = dateFormat(
    i18n.language,
    by === 'day'
      ? { timeZone, day: 'numeric', month: 'short' }
      : { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  );
  return (
    <BarsOverTime
      title={t('chart.title')}
      rows={bars.map(({ period, ...counts }) => ({ ...counts, at: period }))}
      label={(at) => format.format(new Date(at))}
      series={barNames.map((name) => ({ name, label: t(`chart.${name}`), color: colors[name] }))}
      type="stacked"
      barWidth={28}
      height={height}
    />
  );
}
