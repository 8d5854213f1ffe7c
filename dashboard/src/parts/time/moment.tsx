// A moment in time, in the company's zone, with how long ago it was. The full date is in the shared tooltip: lists have hundreds
// of moments, and a tooltip of the component kit for each would be 25 KB of code and a hundred listeners.

import { Text } from '@mantine/core';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../queries/me.ts';
import { tip } from '../text/shared-tooltip.tsx';
import styles from './moment.module.css';
import { absoluteTime, isSameDay, relativeTime, shortTime } from './times.ts';
import { currentMoment, onTick } from './use-now.ts';
import { useTimeText } from './use-time-text.ts';

// A text that follows the clock without being rendered again: a list of a hundred rows would otherwise be redrawn every
// few seconds for the sake of "3 minutes ago".

interface TickingTextProps {
  /** Its text at a moment. */
  write: (now: Date) => string;
  isAfterClock?: boolean;
}

function TickingText({ write, isAfterClock = false }: TickingTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const update = () => {
      const span = element.current;
      const next = write(currentMoment());
      if (span && span.textContent !== next) span.textContent = next;
    };
    // The rendered text may be older than the clock.
    update();
    return onTick(update);
  }, [write]);
  return <span ref={element} className={isAfterClock ? styles.agoAfterClock : styles.ago} />;
}

/** Without the clock that `useTimeText` follows: what is written with these does not change by itself. */
function useFixedText(at: string) {
  const { language } = useTranslation().i18n;
  const { timezone } = useMe().company;
  const ago = useCallback((now: Date) => relativeTime(at, now, language), [at, language]);
  const agoShort = useCallback((now: Date) => relativeTime(at, now, language, 'narrow'), [at, language]);
  return {
    ago,
    agoShort,
    isToday: isSameDay(new Date(at), currentMoment(), timezone),
    short: shortTime(at, currentMoment(), timezone, language),
    absolute: absoluteTime(at, timezone, language),
  };
}

/** One line for a table cell: the clock and how long ago, or the day where it was another one. */
export function MomentCell({ at }: { at: string }) {
  const { agoShort, short, absolute, isToday } = useFixedText(at);
  return (
    <time dateTime={at} className={styles.cell} {...tip(absolute)}>
      {short}
      {isToday && <TickingText write={agoShort} isAfterClock />}
    </time>
  );
}

/** One short line: how long ago, the rest on hover. */
export function MomentAgo({ at }: { at: string }) {
  const { ago, absolute } = useFixedText(at);
  return (
    <time dateTime={at} {...tip(absolute)}>
      <TickingText write={ago} />
    </time>
  );
}

/** One full line for details. */
export function MomentLine({ at }: { at: string }) {
  const text = useTimeText();
  return (
    <Text component="time" dateTime={at} size="sm">
      {text.absolute(at)}{' '}
      <Text span size="sm" c="dimmed">
        ({text.relative(at)})
      </Text>
    </Text>
  );
}

/** The clock within other text, to the second; the rest on hover. */
export function Moment({ at }: { at: string }) {
  const { short, absolute } = useFixedText(at);
  return (
    <time dateTime={at} {...tip(absolute)}>
      {short}
    </time>
  );
}

/** When something is tried next. A moment that has passed, or none at all, means that it is due: it is never shown as past.
 * Named: "next" stands beside it already. */
export function NextMoment({ at, isNamed = false }: { at: string | null; isNamed?: boolean }) {
  const { t } = useTranslation();
  const text = useTimeText();
  if (at === null || text.isPast(at)) return <>{t('time.due')}</>;
  return (
    <time dateTime={at} {...tip(text.absolute(at))}>
      {isNamed ? text.relative(at) : t('delivery.next', { when: text.relative(at) })}
    </time>
  );
}
