// The last failed requests with their reasons, each one click from its details.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import { ShortList, ShortListItem } from '../../parts/list/short-list.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { latestFailuresQuery } from '../../queries/requests.ts';

const rows = 6;

export function RecentFailures() {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('overview.failures')}
      aside={
        <RouteLink to="/event-monitor" search={{ outcome: 'failed' }} size="sm">
          {t('action.show_all')}
        </RouteLink>
      }
    >
      <FailureList />
    </Panel>
  );
}

function FailureList() {
  const { t } = useTranslation();
  const query = useQuery(latestFailuresQuery(rows));
  if (query.isPending) return <Skeleton height={120} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.data.length === 0) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={t('overview.failures_empty')}
        hint={t('overview.failures_empty_hint')}
      />
    );
  }
  return (
    <ShortList>
      {query.data.data.map((request) => (
        <Failure key={request.id} request={request} />
      ))}
    </ShortList>
  );
}

function Failure({ request }: { request: RequestSummary }) {
  const errorText = useErrorText();
  const code = request.error_code;
  const title = code && (errorText(code)?.title ?? code);
  return (
    <ShortListItem>
      <HttpStatusBadge status={request.status} />
      <Stack gap={0} flex={1} miw={0}>
        <RouteLink
          to="/event-monitor/$requestId"
          params={{ requestId: request.id }}
          size="sm"
          c="inherit"
          fw={550}
        >
          {title ?? request.status}
        </RouteLink>
        <Text size="xs" c="dimmed" truncate dir="ltr" className="preview">
          <LeftToRight mono>
            {request.method} {request.path}
          </LeftToRight>
        </Text>
      </Stack>
      <Group gap={0}>
        <MomentAgo at={request.received_at} />
      </Group>
    </ShortListItem>
  );
}
