// Webhook Logs: every call that we made, to providers and to the company's webhooks, and what came back.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import { IconWorldUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../parts/list/list-page.tsx';
import { withoutTime } from '../../parts/list/search-filters.ts';
import { useLiveList } from '../../parts/list/use-live-list.ts';
import { useColumnChoice } from '../../parts/log/kept-choices.ts';
import { LogOverview } from '../../parts/log/log-overview.tsx';
import { LogTools } from '../../parts/log/log-tools.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { LogTabs } from '../../parts/page/log-tabs.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { callsQuery } from '../../queries/calls.ts';
import { CallPhoneRow, useCallColumns } from './call-columns.tsx';
import { CallFilterBar } from './call-filter-bar.tsx';
import { type CallFilters, parseCallFilters } from './call-filters.ts';

const route = getRouteApi('/app/calls');

export function CallsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const options = callsQuery(filters);
  const live = useLiveList<CallSummary>('/calls/stream', options.queryKey, filters);
  const query = useInfiniteQuery({ ...options, refetchInterval: live.refetchInterval });
  const columns = useColumnChoice('calls', useCallColumns());
  const setFilters = useCallback(
    (next: CallFilters) => void navigate({ search: next, replace: true }),
    [navigate],
  );
  const { isLive } = live;
  // Not drawn again with every row that comes in.
  const head = useMemo(
    () => (
      <>
        <LogTabs />
        <LogOverview
          path="/calls"
          name={t('call.calls')}
          filters={filters}
          isMoving={isLive}
          timed="answer"
          onChooseTime={(time) => setFilters({ ...withoutTime(filters), ...time })}
          onChooseFailure={({ code }) => setFilters({ ...filters, outcome: 'failed', text: code })}
        />
        <CallFilterBar filters={filters} onChange={setFilters} />
        <LogTools
          path="/calls"
          filters={filters}
          columns={columns}
          fixedColumn="url"
          onChange={(next) => setFilters(parseCallFilters(next))}
        />
      </>
    ),
    [t, filters, isLive, columns, setFilters],
  );
  return (
    <ListPage
      name={t('nav.calls')}
      subtitle={t('call.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={head}
      columns={columns.shown}
      phoneRow={(call) => <CallPhoneRow call={call} />}
      onOpen={({ id }) => void navigate({ to: '/calls/$callId', params: { callId: id }, search: true })}
      empty={<NoCalls />}
    />
  );
}

function NoCalls() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconWorldUpload} title={t('call.empty')} hint={t('call.empty_hint')}>
      <RouteButton to="/send" mt="xs">
        {t('message.send_first')}
      </RouteButton>
    </EmptyState>
  );
}
