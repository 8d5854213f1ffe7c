// The newest messages and how far they have come.

import type { Message } from '@hudhud/contract/messages.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ShortList, ShortListItem } from '../../parts/list/short-list.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink, SmallRouteButton } from '../../parts/page/route-link.tsx';
import { MessageStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { newestMessagesQuery } from '../../queries/messages.ts';

export function LatestMessages() {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('overview.latest_messages')}
      aside={
        <RouteLink to="/messages" size="sm">
          {t('action.show_all')}
        </RouteLink>
      }
    >
      <MessageList />
    </Panel>
  );
}

function MessageList() {
  const { t } = useTranslation();
  const query = useQuery(newestMessagesQuery(5));
  if (query.isPending) return <Skeleton height={120} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.data.length === 0) {
    return (
      <EmptyState icon={IconMessages} title={t('message.empty')} hint={t('message.empty_hint')}>
        <SmallRouteButton to="/send" mt="xs">
          {t('message.send_first')}
        </SmallRouteButton>
      </EmptyState>
    );
  }
  return (
    <ShortList>
      {query.data.data.map((message) => (
        <Line key={message.id} message={message} />
      ))}
    </ShortList>
  );
}

function Line({ message }: { message: Message }) {
  return (
    <ShortListItem>
      <Stack gap={0} flex={1} miw={0}>
        <RouteLink
          to="/messages/$messageId"
          params={{ messageId: message.id }}
          size="sm"
          c="inherit"
          fw={550}
        >
          <LeftToRight>{message.phone_number}</LeftToRight>
        </RouteLink>
        <Text size="xs" c="dimmed" truncate dir="auto" className="preview">
          {message.message}
        </Text>
      </Stack>
      <Group gap={2} style={{ flexDirection: 'column', alignItems: 'flex-end' }}>
        <MessageStatusBadge status={message.status} />
        <MomentAgo at={message.created_at} />
      </Group>
    </ShortListItem>
  );
}
