// What the company's systems asked for, what was answered, and why.

import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ListPage, useLive } from '../../parts/list-page.tsx';
import { RouteButton } from '../../parts/route-link.tsx';
import { requestsQuery } from '../../queries/requests.ts';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { RequestPhoneRow } from './request-phone-row.tsx';

const route = getRouteApi('/app/event-monitor');

export function EventMonitorPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const live = useLive();
  const query = useInfiniteQuery({ ...requestsQuery(filters), refetchInterval: live.refetchInterval });
  return (
    <ListPage
      name={t('nav.event_monitor')}
      subtitle={t('request.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={
        <RequestFilterBar
          filters={filters}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
      }
      columns={useRequestColumns()}
      phoneRow={(request) => <RequestPhoneRow request={request} />}
      onOpen={({ id }) =>
        void navigate({ to: '/event-monitor/$requestId', params: { requestId: id }, search: true })
      }
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
