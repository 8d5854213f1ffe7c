// Everything that happened to one message, in order, each step one click from its details.

import type { Message } from '@hudhud/contract/messages.ts';
import type { TimelineEntry } from '@hudhud/contract/timeline.ts';
import { Skeleton, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { timelineQuery } from '../../queries/messages.ts';
import { entryColor, entryIcon, isHidden, useEntryTitle } from './entry-look.tsx';
import { EntryMore } from './entry-more.tsx';
import styles from './message-timeline.module.css';

export function MessageTimeline({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('timeline.title')}>
      <Title order={2} mb="md">
        {t('timeline.title')}
      </Title>
      <Story message={message} />
    </section>
  );
}

function Story({ message }: { message: Message }) {
  const { t } = useTranslation();
  const query = useQuery(timelineQuery(message));
  if (query.isPending) return <Skeleton height={220} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const entries = query.data.entries.filter((entry, index, all) => !isHidden(entry, all[index - 1]));
  return (
    <Stack gap="sm">
      <Timeline
        active={entries.length}
        bulletSize={26}
        lineWidth={2}
        color="gray"
        classNames={{ itemBullet: styles.bullet as string, item: styles.item as string }}
      >
        {entries.map((entry) => (
          <Timeline.Item
            key={`${entry.kind}${entry.at}${entry.title}`}
            bullet={entryIcon(entry)}
            data-look={entryColor(entry)}
            title={<EntryTitle entry={entry} />}
          >
            <Text size="xs" c="dimmed">
              <Moment at={entry.at} />
            </Text>
            <EntryMore entry={entry} />
          </Timeline.Item>
        ))}
      </Timeline>
      {!query.data.is_complete && (
        <Text size="sm" c="dimmed">
          {t('timeline.cut')}
        </Text>
      )}
    </Stack>
  );
}

function EntryTitle({ entry }: { entry: TimelineEntry }) {
  return <>{useEntryTitle()(entry)}</>;
}
