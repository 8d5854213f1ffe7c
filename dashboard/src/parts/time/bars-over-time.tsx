// Counts over time, as bars. Time runs from left to right in every language; whoever cannot see bars gets the same numbers
// as a table.

import { BarChart, type BarChartType } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from './use-time-text.ts';

export interface BarSeries<Name extends string> {
  name: Name;
  label: string;
  color: string;
}

interface BarsOverTimeProps<Name extends string> {
  title: string;
  /** In the order of time. */
  rows: readonly ({ at: string } & Readonly<Record<Name, number>>)[];
  /** What a moment is called under its bar. */
  label: (at: string) => string;
  /** Those without any count are left out. */
  series: readonly BarSeries<Name>[];
  type: BarChartType;
  barWidth: number;
  height: number;
}

export function BarsOverTime<Name extends string>(props: BarsOverTimeProps<Name>) {
  const { title, rows, label, type, barWidth, height } = props;
  const { t } = useTranslation();
  const text = useTimeText();
  const shown = props.series.filter(({ name }) => rows.some((row) => row[name] > 0));
  const data = rows.map((row) => ({ ...row, label: label(row.at) }));
  return (
    <div>
      <div dir="ltr" aria-hidden>
        <BarChart
          h={height}
          type={type}
          data={data}
          dataKey="label"
          series={[...shown]}
          valueFormatter={text.number}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          maxBarWidth={barWidth}
          tickLine="none"
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('filter.time')}</th>
              {shown.map((one) => (
                <th key={one.name} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.at}>
                <th scope="row">{label(row.at)}</th>
                {shown.map(({ name }) => (
                  <td key={name}>{text.number(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
