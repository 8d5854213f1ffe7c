// Counts over time, as bars. Time runs from left to right in every language; users who cannot see bars get the same
// numbers as a table. Drawn by ourselves: a chart library would be a third of what the overview loads.

import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bars-over-time.module.css';
import { useTimeText } from './use-time-text.ts';

// The arithmetic of bars: where the lines of a scale stand, and which bars get a label. Pure, so that it can be tested.

/** The lines of a scale from 0 to the highest count or a little more: whole numbers, at most `linesMax` steps apart alike. */
export function scaleLines(highest: number, linesMax = 4): number[] {
  const atLeast = Math.max(1, highest) / linesMax;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= atLeast) ?? 10) * power);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many bars a label has room, the last one always among them. */
export const labelEvery = (bars: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((bars * labelWidth) / Math.max(1, width)));

export interface BarSeries<Name extends string> {
  name: Name;
  label: string;
  /** A colour of the theme, such as `teal.5`. */
  color: string;
}

type Row<Name extends string> = { at: string } & Readonly<Record<Name, number>>;

interface BarsOverTimeProps<Name extends string> {
  title: string;
  /** In the order of time. */
  rows: readonly Row<Name>[];
  /** The name of a moment under its bar. */
  label: (at: string) => string;
  /** Series without any count are left out. */
  series: readonly BarSeries<Name>[];
  /** Default: the counts of a moment stand side by side. */
  type: 'stacked' | 'default';
  barWidth: number;
  height: number;
}

const below = 22;
const above = 8;
const labelWidth = 58;

const fillOf = (color: string): string => `var(--mantine-color-${color.replace('.', '-')})`;

/** Known before the first paint: a chart that waits for an observer is an empty box for as long as the browser is busy. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}

export function BarsOverTime<Name extends string>(props: BarsOverTimeProps<Name>) {
  const { rows, label } = props;
  const [ref, width] = useWidth();
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const shown = props.series.filter(({ name }) => rows.some((row) => row[name] > 0));
  const pointed = pointedAt === null ? undefined : rows[pointedAt];
  return (
    <div>
      <div dir="ltr" aria-hidden className={styles.chart}>
        <div ref={ref} style={{ height: props.height }}>
          {width > 0 && <Plot {...props} series={shown} width={width} onPoint={setPointedAt} />}
        </div>
        {pointed && (
          <BarTooltip
            title={label(pointed.at)}
            row={pointed}
            series={shown}
            isLate={(pointedAt ?? 0) > rows.length / 2}
          />
        )}
      </div>
      <ul className={styles.legend} aria-hidden>
        {shown.map(({ name, label: words, color }) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: fillOf(color) }} />
            {words}
          </li>
        ))}
      </ul>
      <NumbersTable {...props} series={shown} />
    </div>
  );
}

interface PlotProps<Name extends string> extends BarsOverTimeProps<Name> {
  width: number;
  onPoint: (index: number | null) => void;
}

function Plot<Name extends string>(props: PlotProps<Name>) {
  const { rows, series, type, height, width, barWidth, label, onPoint } = props;
  const text = useTimeText();
  const heightOf = (row: Row<Name>): number => {
    const counts = series.map(({ name }) => row[name]);
    return type === 'stacked' ? counts.reduce((sum, one) => sum + one, 0) : Math.max(0, ...counts);
  };
  const lines = scaleLines(Math.max(0, ...rows.map(heightOf)));
  const highest = lines.at(-1) ?? 1;
  const start = text.number(highest).length * 7 + 12;
  const band = (width - start) / Math.max(1, rows.length);
  const floor = height - below;
  const scale = (count: number): number => (count / highest) * (floor - above);
  const every = labelEvery(rows.length, width - start, labelWidth);
  return (
    <svg
      aria-hidden
      className={styles.plot}
      width={width}
      height={height}
      onPointerLeave={() => onPoint(null)}
    >
      {lines.map((line) => (
        <g key={line} transform={`translate(0 ${floor - scale(line)})`}>
          <line
            x1={start}
            x2={width}
            className={styles.grid}
            strokeDasharray={line === 0 ? undefined : '3 4'}
          />
          <text x={start - 8} dy="0.32em" textAnchor="end" className={styles.tick}>
            {text.number(line)}
          </text>
        </g>
      ))}
      {rows.map((row, index) => (
        <g key={row.at} transform={`translate(${start + index * band} 0)`}>
          <Bar
            row={row}
            series={series}
            type={type}
            band={band}
            width={barWidth}
            floor={floor}
            scale={scale}
          />
          {(rows.length - 1 - index) % every === 0 && (
            <text x={band / 2} y={height - 4} textAnchor="middle" className={styles.tick}>
              {`\u2068${label(row.at)}\u2069`}
            </text>
          )}
          <rect width={band} height={floor} className={styles.band} onPointerEnter={() => onPoint(index)} />
        </g>
      ))}
    </svg>
  );
}

interface BarProps<Name extends string> {
  row: Row<Name>;
  series: readonly BarSeries<Name>[];
  type: 'stacked' | 'default';
  band: number;
  width: number;
  floor: number;
  scale: (count: number) => number;
}

function Bar<Name extends string>({ row, series, type, band, width, floor, scale }: BarProps<Name>) {
  const wide = Math.min(width, band * 0.72);
  const each = type === 'stacked' ? wide : Math.min(width, (band * 0.8) / Math.max(1, series.length));
  const left = (band - (type === 'stacked' ? wide : each * series.length)) / 2;
  let stacked = 0;
  return series.map(({ name, color }, index) => {
    const tall = scale(row[name]);
    const from = type === 'stacked' ? stacked : 0;
    stacked += tall;
    if (tall === 0) return null;
    return (
      <rect
        key={name}
        x={left + (type === 'stacked' ? 0 : index * each)}
        y={floor - from - tall}
        width={Math.max(1, each - (type === 'stacked' ? 0 : 1))}
        height={tall}
        rx={1.5}
        fill={fillOf(color)}
      />
    );
  });
}

interface BarTooltipProps<Name extends string> {
  title: string;
  row: Row<Name>;
  series: readonly BarSeries<Name>[];
  /** Its bar is in the second half, so that the words stand in the first. */
  isLate: boolean;
}

function BarTooltip<Name extends string>({ title, row, series, isLate }: BarTooltipProps<Name>) {
  const text = useTimeText();
  return (
    <div className={styles.tooltip} style={isLate ? { left: 40 } : { right: 0 }}>
      <strong>{title}</strong>
      <dl>
        {series.map(({ name, label, color }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              <span className={styles.swatch} style={{ background: fillOf(color) }} />
              {label}
            </dt>
            <dd>{text.number(row[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function NumbersTable<Name extends string>({ title, rows, label, series }: BarsOverTimeProps<Name>) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    // A table is never narrower than its words, so that what hides it stands around it.
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('filter.time')}</th>
            {series.map((one) => (
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
              {series.map(({ name }) => (
                <td key={name}>{text.number(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
