// Messages by what became of them, as one bar a day or hour. Time runs from left to right in every language; whoever
// cannot see bars gets the same numbers as a table.

import type { StatisticsPeriod } from '@hudhud/contract/statistics.ts';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../parts/locale.ts';
import { useTimeText } from '../../parts/use-time-text.ts';
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
  const text = useTimeText();
  const timeZone = useMe().company.timezone;
  const label = (period: string): string =>
    dateFormat(
      i18n.language,
      by === 'day'
        ? { timeZone, day: 'numeric', month: 'short' }
        : { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ).format(new Date(period));
  const shown = barNames.filter((name) => bars.some((bar) => bar[name] > 0));
  const data = bars.map(({ period, ...counts }) => ({ ...counts, label: label(period) }));
  return (
    <div>
      <div dir="ltr" aria-hidden>
        <BarChart
          h={height}
          type="stacked"
          data={data}
          dataKey="label"
          series={shown.map((name) => ({ name, label: t(`chart.${name}`), color: colors[name] }))}
          valueFormatter={text.number}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          maxBarWidth={28}
          tickLine="none"
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('chart.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('filter.time')}</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {t(`chart.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.period}>
                <th scope="row">{label(bar.period)}</th>
                {shown.map((name) => (
                  <td key={name}>{text.number(bar[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
