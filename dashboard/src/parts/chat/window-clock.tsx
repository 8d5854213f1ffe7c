// How long free text may still be sent to a person, counted down: stands wherever free text is written. It asks for itself,
// so a page only says who is written to, and by which sender.

import type { Window } from '@hudhud/contract/windows.ts';
import { Alert, Group, Text } from '@mantine/core';
import { IconClockHour4, IconClockOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { windowQuery } from '../../queries/windows.ts';
import { useNow } from '../time/use-now.ts';
import { useTimeText } from '../time/use-time-text.ts';

/** As the gateway has it: what leaves in the last minute would arrive too late. */
const marginMilliseconds = 60_000;
const closingMilliseconds = 2 * 3_600_000;

interface WindowClockProps {
  /** A number in international format, or a user id. Nothing is shown while it is empty. */
  to: string;
  /** The id of the sender. Left out: the default one. */
  from?: string | undefined;
}

export function WindowClock({ to, from }: WindowClockProps) {
  const query = useQuery({ ...windowQuery(to, from), enabled: to.trim().length > 4 });
  return query.data ? <Clock found={query.data} /> : null;
}

function Clock({ found }: { found: Window }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const now = useNow().getTime();
  const left = found.closes_at === null ? 0 : Date.parse(found.closes_at) - now;
  if (found.closes_at === null || left <= marginMilliseconds) {
    return (
      <Alert
        role="status"
        color={found.is_enforced ? 'red' : 'yellow'}
        icon={<IconClockOff />}
        title={t(found.is_enforced ? 'window.closed' : 'window.closed_unchecked')}
      >
        <Text size="sm">
          {found.closes_at === null
            ? t('window.never')
            : t('window.closed_at', { when: text.absolute(found.closes_at) })}
        </Text>
      </Alert>
    );
  }
  const isClosing = left < closingMilliseconds;
  return (
    <Group gap="xs" wrap="nowrap" c={isClosing ? 'var(--mantine-color-error)' : 'dimmed'}>
      <IconClockHour4 size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" component="time" dateTime={found.closes_at}>
        {t(isClosing ? 'window.closing' : 'window.open', {
          left: text.duration(left - marginMilliseconds),
          when: text.short(found.closes_at),
        })}
      </Text>
    </Group>
  );
}
