// What happened: every alert of the last months, and by which ways people were notified.

import type { Alert } from '@hudhud/contract/alerts.ts';
import { Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { AlertLine } from '../../parts/state/alert-line.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import type { StatusColor } from '../../parts/state/status-color.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { alertsQuery, readAlerts } from '../../queries/alerts.ts';

export function AlertHistory() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(alertsQuery({}));
  const read = useMutation(readAlerts);
  if (query.isPending) return <Skeleton height={160} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const alerts = query.data.pages.flatMap((page) => page.data);
  if (alerts.length === 0) {
    return <EmptyState icon={IconBellCheck} title={t('alerts.empty')} hint={t('alerts.empty_hint')} />;
  }
  return (
    <Stack gap="lg">
      {alerts.map((alert) => (
        <Stack key={alert.id} gap={6}>
          <AlertLine
            alert={alert}
            onFollow={() => {
              if (!alert.is_read) read.mutate([alert.id]);
            }}
          />
          <Notices notices={alert.notices} />
        </Stack>
      ))}
      {query.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('action.load_older')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const colors: Readonly<Record<Alert['notices'][number]['state'], StatusColor>> = {
  sent: 'teal',
  waiting: 'blue',
  failed: 'red',
  skipped: 'gray',
};

function Notices({ notices }: { notices: Alert['notices'] }) {
  const { t } = useTranslation();
  const text = useTimeText();
  /** Ours are words that are translated; what a mail server or the gateway says is shown as it is. */
  const reasonOf = (reason: string): string =>
    i18next.exists(`alert_reason.${reason}`) ? t(`alert_reason.${reason as 'quiet_hours'}`) : reason;
  return (
    <Group gap="xs">
      {notices.map(({ channel, state, reason, due_at: dueAt }) => {
        const words = [
          ...(reason === null ? [] : [reasonOf(reason)]),
          ...(state === 'waiting' && dueAt !== null ? [text.absolute(dueAt)] : []),
        ].join(' · ');
        return (
          <Tooltip key={channel} label={words} disabled={words === ''} multiline maw={360}>
            <StatusBadge size="sm" color={colors[state]}>
              {t(`alert_channel.${channel}`)}: {t(`alert_notice.${state}`)}
            </StatusBadge>
          </Tooltip>
        );
      })}
      {notices.some(({ state }) => state === 'failed') && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {notices
            .filter(({ state, reason }) => state === 'failed' && reason !== null)
            .map(({ reason }) => reasonOf(reason ?? ''))
            .join(' · ')}
        </Text>
      )}
    </Group>
  );
}
