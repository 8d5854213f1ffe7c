// How much happened when, as bars, with what failed in another colour. Dragging over bars chooses a time; so do the arrow keys
// (with Shift for a longer stretch) and Enter. Time runs from left to right in every language.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../time/use-time-text.ts';
import styles from './histogram.module.css';

// Some bars beside each other, and the time they stand for.

interface Stretch {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

export const stretchBetween = (one: number, other: number): Stretch => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
});

/** The first and the last bar may begin before the time that was asked for, and end after it. */
export function toRange(
  { buckets, bucket_seconds, since, until }: LogStatistics,
  { from, to }: Stretch,
): { since: string; until: string } {
  const begins = buckets[from]?.starts_at ?? since;
  const last = buckets[to]?.starts_at;
  const ends = last === undefined ? until : new Date(Date.parse(last) + bucket_seconds * 1_000).toISOString();
  return { since: begins < since ? since : begins, until: ends > until ? until : ends };
}

export interface ChosenTime {
  readonly since: string;
  readonly until: string;
}

interface HistogramProps {
  statistics: LogStatistics;
  name: string;
  onChoose: (time: ChosenTime) => void;
}

export function Histogram({ statistics, name, onChoose }: HistogramProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const { buckets } = statistics;
  const { stretch, pointed, handlers } = useStretch(buckets.length, (chosen) =>
    onChoose(toRange(statistics, chosen)),
  );
  const describe = useBucketWords(statistics);
  const max = Math.max(1, ...buckets.map(({ count }) => count));
  const shown = stretch ?? (pointed === null ? null : { from: pointed, to: pointed });
  return (
    <div dir="ltr">
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label={t('log.histogram', { name })}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={shown?.to ?? 0}
        aria-valuetext={shown === null ? t('log.nothing_chosen') : describe(shown)}
        {...handlers}
      >
        {buckets.map((bucket, index) => (
          <span
            key={bucket.starts_at}
            className={styles.bar}
            data-chosen={stretch !== null && index >= stretch.from && index <= stretch.to}
            data-pointed={index === pointed}
          >
            <span
              className={styles.failed}
              style={{ blockSize: `${height(bucket.failed, max)}%` }}
              data-failed={bucket.failed > 0}
            />
            <span
              className={styles.good}
              style={{ blockSize: `${height(bucket.count - bucket.failed, max)}%` }}
            />
          </span>
        ))}
      </div>
      <Ends statistics={statistics} summary={shown === null ? null : describe(shown)} />
      <span id={hintId} className="visually-hidden">
        {t('log.histogram_hint')}
      </span>
    </div>
  );
}

/** One of thousands is still seen. */
const height = (count: number, max: number): number => (count === 0 ? 0 : Math.max(3, (count / max) * 100));

function Ends({ statistics, summary }: { statistics: LogStatistics; summary: string | null }) {
  const text = useTimeText();
  return (
    <div className={styles.ends}>
      <Text size="xs" c="dimmed" component="time" dateTime={statistics.since}>
        <bdi>{text.short(statistics.since)}</bdi>
      </Text>
      <Text size="xs" className={styles.summary}>
        <bdi>{summary}</bdi>
      </Text>
      <Text size="xs" c="dimmed" component="time" dateTime={statistics.until}>
        <bdi>{text.short(statistics.until)}</bdi>
      </Text>
    </div>
  );
}

/** "09:12–09:14 · 40 in all · 6 failed". */
function useBucketWords(statistics: LogStatistics): (stretch: Stretch) => string {
  const { t } = useTranslation();
  const text = useTimeText();
  return (stretch) => {
    const within = statistics.buckets.slice(stretch.from, stretch.to + 1);
    const sum = (of: 'count' | 'failed') =>
      text.number(within.reduce((total, bucket) => total + bucket[of], 0));
    const { since, until } = toRange(statistics, stretch);
    const time = `${text.short(since)} – ${text.short(until)}`;
    return t('log.bar', { time, count: sum('count'), failed: sum('failed') });
  };
}

/** The stretch that is being chosen, by pointer or by keys. */
function useStretch(length: number, onChoose: (stretch: Stretch) => void) {
  const [anchor, setAnchor] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const stretch = anchor === null || pointed === null ? null : stretchBetween(anchor, pointed);
  const barAt = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return clamp(Math.floor(((event.clientX - left) / Math.max(1, width)) * length), length);
  };
  const choose = () => {
    if (stretch) onChoose(stretch);
    setAnchor(null);
    setIsDragging(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const from = pointed ?? length - 1;
      setAnchor(event.shiftKey ? (anchor ?? from) : null);
      setPointed(clamp(pointed === null && !event.shiftKey ? from : from + step, length));
    } else if (event.key === 'Enter' && pointed !== null) {
      event.preventDefault();
      onChoose(stretch ?? { from: pointed, to: pointed });
      setAnchor(null);
    } else if (event.key === 'Escape' && anchor !== null) {
      event.stopPropagation();
      setAnchor(null);
      setIsDragging(false);
    }
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setIsDragging(true);
      setAnchor(barAt(event));
      setPointed(barAt(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => setPointed(barAt(event)),
    onPointerUp: () => isDragging && choose(),
    onPointerCancel: () => {
      setAnchor(null);
      setIsDragging(false);
    },
    onPointerLeave: () => !isDragging && setPointed(null),
    onBlur: () => {
      setAnchor(null);
      setPointed(null);
    },
    onKeyDown,
  };
  return { stretch, pointed, handlers };
}

const clamp = (index: number, length: number): number => Math.max(0, Math.min(length - 1, index));
