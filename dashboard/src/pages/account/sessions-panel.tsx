// The browsers in which one is signed in, and signing out there.

import type { Session } from '@hudhud/contract/users.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../../queries/account.ts';
import type { Mutation } from '../../queries/mutation.ts';
import { browserName } from './browser-name.ts';

export function SessionsPanel() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEnd(endOtherSessions);
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Panel
      title={t('sessions.title')}
      aside={
        hasOthers && (
          <Button
            variant="default"
            size="xs"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined)}
          >
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('sessions.explain')}
        </Text>
        {sessions.isPending && <Skeleton height={44} />}
        {sessions.isError && <ErrorAlert error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {endOthers.isError && <ErrorAlert error={endOthers.error} />}
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
    </Panel>
  );
}

function useEnd<Which>(end: Mutation<unknown, Which>) {
  const { t } = useTranslation();
  return useMutation({
    ...end,
    onSuccess: () => showDone(t('sessions.ended')),
  });
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const end = useEnd(endSession);
  const browser = browserName(session.user_agent);
  const name = browser === null ? t('sessions.unknown') : browser.name;
  const Picture = browser?.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <Picture size={22} stroke={1.5} style={{ flexShrink: 0 }} aria-hidden />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" fw={550}>
              <bdi>{name}</bdi>
            </Text>
            {session.is_current && <StatusBadge color="teal">{t('sessions.current')}</StatusBadge>}
          </Group>
          <Text size="xs" c="dimmed">
            <LeftToRight>{session.source}</LeftToRight> ·{' '}
            {t('sessions.seen', { when: text.relative(session.last_seen_at) })}
          </Text>
        </div>
        {!session.is_current && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            loading={end.isPending}
            aria-label={t('sessions.end_named', { name })}
            onClick={() => end.mutate(session.id)}
          >
            {t('sessions.end')}
          </Button>
        )}
      </Group>
      {end.isError && <ErrorAlert error={end.error} />}
    </>
  );
}
