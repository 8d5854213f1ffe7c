// Webhook Logs: every call that we made, to providers and to the company's webhooks, and what came back.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import { IconWorldUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useLiveList } from '../../parts/list/use-live-list.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { LogTabs } from '../../parts/page/log-tabs.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { callsQuery } from '../../queries/calls.ts';
import { CallPhoneRow, useCallColumns } from './call-columns.tsx';
import { CallFilterBar } from './call-filter-bar.tsx';

const route = getRouteApi('/app/calls');

export function CallsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const options = callsQuery(filters);
  const live = useLiveList<CallSummary>('/calls/stream', options.queryKey, filters);
  const query = useInfiniteQuery({ ...options, refetchInterval: live.refetchInterval });
  return (
    <ListPage
      name={t('nav.calls')}
      subtitle={t('call.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={
        <>
          <LogTabs />
          <CallFilterBar
            filters={filters}
            onChange={(next) => void navigate({ search: next, replace: true })}
          />
        </>
      }
      columns={useCallColumns()}
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
