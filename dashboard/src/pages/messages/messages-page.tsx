// Every message, out and in, with its status.

import { IconFilterOff, IconMessages, IconSend } from '@tabler/icons-react';
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
import { messagesQuery } from '../../queries/messages.ts';
import { MessagePhoneRow, useMessageColumns } from './message-columns.tsx';
import { MessageFilterBar } from './message-filter-bar.tsx';

const route = getRouteApi('/app/messages');

export function MessagesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setIsLive] = useState(true);
  const query = useInfiniteQuery({
    ...messagesQuery(filters),
    refetchInterval: (state) => isLive && refreshWhileNewest(state.state.data),
  });
  const columns = useMessageColumns();
  return (
    <>
      <PageHeader title={t('nav.messages')} subtitle={t('message.subtitle')}>
        <RefreshControls
          isLive={isLive}
          onLiveChange={setIsLive}
          isFetching={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      </PageHeader>
      <MessageFilterBar
        filters={filters}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <RecordTable
        name={t('nav.messages')}
        query={query}
        columns={columns}
        phoneRow={(message) => <MessagePhoneRow message={message} />}
        onOpen={({ id }) =>
          void navigate({ to: '/messages/$messageId', params: { messageId: id }, search: true })
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
    <EmptyState icon={IconMessages} title={t('message.empty')} hint={t('message.empty_hint')}>
      <RouteButton to="/send" mt="xs" leftSection={<IconSend size={16} className="flip" />}>
        {t('message.send_first')}
      </RouteButton>
    </EmptyState>
  );
}
