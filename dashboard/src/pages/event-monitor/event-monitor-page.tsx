// What the company's systems asked for, what was answered, and why.

import { IconActivity, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { RefreshControls } from '../../parts/refresh-controls.tsx';
import { RouteButton } from '../../parts/route-link.tsx';
import { refreshWhileNewest } from '../../queries/list-pages.ts';
import { requestsQuery } from '../../queries/requests.ts';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { RequestPhoneRow } from './request-phone-row.tsx';

const route = getRouteApi('/app/event-monitor');

export function EventMonitorPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setIsLive] = useState(true);
  const query = useInfiniteQuery({
    ...requestsQuery(filters),
    refetchInterval: (state) => isLive && refreshWhileNewest(state.state.data),
  });
  const columns = useRequestColumns();
  return (
    <>
      <PageHeader title={t('nav.event_monitor')} subtitle={t('request.subtitle')}>
        <RefreshControls
          isLive={isLive}
          onLiveChange={setIsLive}
          isFetching={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      </PageHeader>
      <RequestFilterBar
        filters={filters}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <RecordTable
        name={t('nav.event_monitor')}
        query={query}
        columns={columns}
        phoneRow={(request) => <RequestPhoneRow request={request} />}
        onOpen={({ id }) =>
          void navigate({ to: '/event-monitor/$requestId', params: { requestId: id }, search: true })
        }
        empty={<Nothing isFiltered={Object.keys(filters).length > 0} />}
      />
      <Outlet />
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return <EmptyState icon={IconFilterOff} title={t('list.no_match')} hint={t('list.no_match_hint')} />;
  }
  return (
    <EmptyState icon={IconActivity} title={t('request.empty')} hint={t('request.empty_hint')}>
      <RouteButton to="/send" mt="xs">
        {t('message.send_first')}
      </RouteButton>
    </EmptyState>
  );
}
