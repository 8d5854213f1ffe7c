// How many new rows wait while the user reads, as a button that shows them; and, for those who cannot see rows move, a
// count now and then.

import { Affix, Button, Transition, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '../text/locale.ts';
import type { LiveStream } from './live.ts';

const announceMilliseconds = 10_000;

export function LiveNews<Item>({ stream }: { stream: LiveStream<Item> }) {
  const { t, i18n } = useTranslation();
  const count = stream.rows.waitingCount;
  const show = () => {
    window.scrollTo({ top: 0 });
    stream.hold(false);
    stream.release();
  };
  return (
    <>
      <Affix
        position={{ top: 72 }}
        w="100%"
        style={{ pointerEvents: 'none', textAlign: 'center' }}
        zIndex={150}
      >
        <Transition mounted={count > 0} transition="slide-down" duration={150}>
          {(style) => (
            <Button
              style={{ ...style, pointerEvents: 'auto' }}
              radius="xl"
              size="xs"
              leftSection={<IconArrowUp size={14} />}
              onClick={show}
            >
              {t('list.new_rows', { count, formatted: numberText(count, i18n.language) })}
            </Button>
          )}
        </Transition>
      </Affix>
      <Announcement stream={stream} />
    </>
  );
}

/** Each row would be a flood of words: what came since the last time is counted. */
function Announcement<Item>({ stream: { rows } }: { stream: LiveStream<Item> }) {
  const { t, i18n } = useTranslation();
  const [count, setCount] = useState(0);
  const received = useRef({ now: 0, announced: 0 });
  useEffect(() => {
    received.current.now = rows.received;
  }, [rows.received]);
  useEffect(() => {
    const timer = window.setInterval(() => {
      const { now, announced } = received.current;
      // The rows of another filter are counted from the beginning.
      setCount(Math.max(0, now - announced));
      received.current.announced = now;
    }, announceMilliseconds);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <VisuallyHidden role="status">
      {count > 0 && t('list.came_in', { count, formatted: numberText(count, i18n.language) })}
    </VisuallyHidden>
  );
}
