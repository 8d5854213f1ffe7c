// What the company's systems asked for, what was answered, and why.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Group, Stack } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Selection } from '../../parts/list/record-table.tsx';
import { withoutTime } from '../../parts/list/search-filters.ts';
import { useLiveList } from '../../parts/list/use-live-list.ts';
import { useColumnChoice } from '../../parts/log/kept-choices.ts';
import { LogOverview } from '../../parts/log/log-overview.tsx';
import { LogTools } from '../../parts/log/log-tools.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useMay } from '../../queries/account.ts';
import { requestsQuery } from '../../queries/requests.ts';
import { isWorthRetrying } from './is-worth-retrying.ts';
import { ErrorTitle, RequestLink, useRequestColumns } from './request-columns.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { filtersOfFailure, parseRequestFilters, type RequestFilters } from './request-filters.ts';
import { RetrySelected } from './retry-selected.tsx';
import { WrongTokenNotice } from './wrong-token-notice.tsx';

// A request as one row of a phone screen.

function RequestPhoneRow({ request }: { request: RequestSummary }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <HttpStatusBadge status={request.status} />
        <MomentAgo at={request.received_at} />
      </Group>
      <RequestLink request={request} />
      {request.error_code && <ErrorTitle code={request.error_code} />}
    </Stack>
  );
}

const route = getRouteApi('/app/event-monitor');

export function EventMonitorPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const mayOperate = useMay('operator');
  const [selected, setSelected] = useState<RequestSummary[]>([]);
  const options = requestsQuery(filters);
  const live = useLiveList<RequestSummary>(
    '/requests/stream',
    options.queryKey,
    filters,
    selected.length > 0,
  );
  const query = useInfiniteQuery({ ...options, refetchInterval: live.refetchInterval });
  const selection: Selection<RequestSummary> = {
    selected,
    onChange: setSelected,
    isSelectable: isWorthRetrying,
    allLabel: t('retry_selected.all'),
    labelOf: ({ method, path }) => t('retry_selected.one', { request: `${method} ${path}` }),
  };
  const columns = useColumnChoice('requests', useRequestColumns());
  const setFilters = useCallback(
    (next: RequestFilters) => void navigate({ search: next, replace: true }),
    [navigate],
  );
  const { isLive } = live;
  // Not drawn again with every row that comes in.
  const head = useMemo(
    () => (
      <>
        <WrongTokenNotice />
        <LogOverview
          path="/requests"
          name={t('log_name.requests')}
          filters={filters}
          isMoving={isLive}
          timed="answer"
          onChooseTime={(time) => setFilters({ ...withoutTime(filters), ...time })}
          onChooseFailure={(group) => setFilters({ ...filters, ...filtersOfFailure(group) })}
        />
        <RequestFilterBar filters={filters} onChange={setFilters} />
        <LogTools
          path="/requests"
          filters={filters}
          columns={columns}
          fixedColumn="path"
          onChange={(next) => setFilters(parseRequestFilters(next))}
        />
      </>
    ),
    [t, filters, isLive, columns, setFilters],
  );
  return (
    <ListPage
      name={t('nav.event_monitor')}
      subtitle={t('request.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={
        <>
          {head}
          <RetrySelected selected={selected} onClear={() => setSelected([])} />
        </>
      }
      columns={columns.shown}
      phoneRow={(request) => <RequestPhoneRow request={request} />}
      onOpen={({ id }) =>
        void navigate({ to: '/event-monitor/$requestId', params: { requestId: id }, search: true })
      }
      {...(mayOperate ? { selection } : {})}
      empty={<NoRequests />}
    />
  );
}

function NoRequests() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconActivity} title={t('request.empty')} hint={t('request.empty_hint')}>
      <RouteButton to="/send" mt="xs">
        {t('message.send_first')}
      </RouteButton>
    </EmptyState>
  );
}
