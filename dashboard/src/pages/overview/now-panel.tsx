// How senders and webhooks are doing at this moment: what fails and why, and what waits. Asked again every few seconds.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { SenderNow, WebhookNow } from '@hudhud/contract/overview.ts';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import { ShortList, ShortListItem } from '../../parts/list/short-list.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { WebhookBadge } from '../../parts/state/delivery-state.tsx';
import { SenderStateBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { overviewQuery } from '../../queries/overview.ts';

/** The gateway counts no further. */
const waitingCountMax = 1_000;

export function NowPanel() {
  const { t } = useTranslation();
  return (
    <Panel title={t('now.title')}>
      <Everything />
    </Panel>
  );
}

function Everything() {
  const query = useQuery(overviewQuery);
  if (query.isPending) return <Skeleton height={90} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const { senders, webhooks } = query.data;
  return (
    <ShortList>
      {senders.map((sender) => (
        <SenderLine key={sender.id} sender={sender} />
      ))}
      {webhooks.map((webhook) => (
        <WebhookLine key={webhook.id} webhook={webhook} />
      ))}
      {senders.length === 0 && <NoSender />}
    </ShortList>
  );
}

function NoSender() {
  const { t } = useTranslation();
  return (
    <ShortListItem>
      <RouteLink to="/senders/new" size="sm">
        {t('now.no_sender')}
      </RouteLink>
    </ShortListItem>
  );
}

interface LineProps {
  name: ReactNode;
  badge: ReactNode;
  failure: Failure | null;
  waiting: ReactNode;
}

function Line({ name, badge, failure, waiting }: LineProps) {
  return (
    <ShortListItem>
      <Stack gap={0} flex={1} miw={0}>
        {name}
        {(failure || waiting) && (
          <Text size="xs" c="dimmed">
            {failure && <FailureTitle failure={failure} />}
            {failure && waiting && ' · '}
            {waiting}
          </Text>
        )}
      </Stack>
      {badge}
    </ShortListItem>
  );
}

function useWaitingText() {
  const { t } = useTranslation();
  const text = useTimeText();
  return (count: number): string | null => {
    if (count === 0) return null;
    const formatted = text.number(count);
    return count < waitingCountMax
      ? t('now.waiting', { count, formatted })
      : t('now.more_waiting', { formatted });
  };
}

function SenderLine({ sender }: { sender: SenderNow }) {
  const waiting = useWaitingText()(sender.waiting);
  return (
    <Line
      name={
        <RouteLink to="/senders/$senderId" params={{ senderId: sender.id }} size="sm" c="inherit" fw={550}>
          <bdi>{sender.name}</bdi>
        </RouteLink>
      }
      badge={<SenderStateBadge state={sender.state} />}
      failure={sender.failure}
      waiting={
        waiting && (
          <RouteLink to="/messages" search={{ status: 'queued' }} size="xs">
            {waiting}
          </RouteLink>
        )
      }
    />
  );
}

function WebhookLine({ webhook }: { webhook: WebhookNow }) {
  const waiting = useWaitingText()(webhook.waiting);
  return (
    <Line
      name={
        <RouteLink
          to="/webhooks/$webhookId"
          params={{ webhookId: webhook.id }}
          size="sm"
          c="inherit"
          fw={550}
        >
          <LeftToRight display="inline-block" maw="100%" truncate title={webhook.url}>
            {webhook.url.replace(/^https?:\/\//, '')}
          </LeftToRight>
        </RouteLink>
      }
      badge={<WebhookBadge condition={webhook.condition} />}
      failure={webhook.failure}
      waiting={
        waiting && (
          <RouteLink to="/deliveries" search={{ webhook_id: webhook.id, state: 'waiting' }} size="xs">
            {waiting}
          </RouteLink>
        )
      }
    />
  );
}
