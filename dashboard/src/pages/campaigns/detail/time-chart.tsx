// How many came how far in each minute or hour. Time runs from left to right in every language; whoever cannot see bars
// gets the same numbers as a table.

import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../parts/locale.ts';
import { useTimeText } from '../../../parts/use-time-text.ts';
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
  const text = useTimeText();
  const timeZone = useMe().company.timezone;
  const label = (at: string): string =>
    dateFormat(i18n.language, {
      timeZone,
      ...(by === 'hour' && { day: 'numeric', month: 'short' }),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(at));
  const shown = series.filter((name) => moments.some((moment) => moment[name] > 0));
  const data = moments.map(({ at, ...counts }) => ({ ...counts, label: label(at) }));
  return (
    <div>
      <div dir="ltr" aria-hidden>
        <BarChart
          h={height}
          data={data}
          dataKey="label"
          series={shown.map((name) => ({ name, label: t(`campaign_chart.${name}`), color: colors[name] }))}
          valueFormatter={text.number}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          maxBarWidth={22}
          tickLine="none"
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('campaign_chart.over_time')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('filter.time')}</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {t(`campaign_chart.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moments.map((moment) => (
              <tr key={moment.at}>
                <th scope="row">{label(moment.at)}</th>
                {shown.map((name) => (
                  <td key={name}>{text.number(moment[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
