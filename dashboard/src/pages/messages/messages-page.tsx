// Every message, out and in, with its status.

import { IconMessages, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListPage, useLive } from '../../parts/list/list-page.tsx';
import { withoutTime } from '../../parts/list/search-filters.ts';
import { useColumnChoice } from '../../parts/log/kept-choices.ts';
import { LogOverview } from '../../parts/log/log-overview.tsx';
import { LogTools } from '../../parts/log/log-tools.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { messagesQuery } from '../../queries/messages.ts';
import { useProviderName } from '../../queries/senders.ts';
import { MessagePhoneRow, useMessageColumns } from './message-columns.tsx';
import { MessageFilterBar } from './message-filter-bar.tsx';
import { type MessageFilters, parseMessageFilters } from './message-filters.ts';

const route = getRouteApi('/app/messages');

export function MessagesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const live = useLive();
  const query = useInfiniteQuery({ ...messagesQuery(filters), refetchInterval: live.refetchInterval });
  const nameProvider = useProviderName();
  const columns = useColumnChoice('messages', useMessageColumns());
  const setFilters = (next: MessageFilters) => void navigate({ search: next, replace: true });
  return (
    <ListPage
      name={t('nav.messages')}
      subtitle={t('message.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={
        <>
          <LogOverview
            path="/messages"
            name={t('nav.messages')}
            filters={filters}
            isMoving={live.isLive}
            timed="sent"
            onChooseTime={(time) => setFilters({ ...withoutTime(filters), ...time })}
            nameRoute={nameProvider}
            onChooseFailure={({ code }) => setFilters({ ...filters, text: code })}
          />
          <MessageFilterBar filters={filters} onChange={setFilters} />
          <LogTools
            path="/messages"
            filters={filters}
            columns={columns}
            fixedColumn="phone_number"
            onChange={(next) => setFilters(parseMessageFilters(next))}
          />
        </>
      }
      columns={columns.shown}
      phoneRow={(message) => <MessagePhoneRow message={message} />}
      onOpen={({ id }) =>
        void navigate({ to: '/messages/$messageId', params: { messageId: id }, search: true })
      }
      empty={<NoMessages />}
    />
  );
}

function NoMessages() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconMessages} title={t('message.empty')} hint={t('message.empty_hint')}>
      <RouteButton to="/send" mt="xs" leftSection={<IconSend size={16} className="flip" />}>
        {t('message.send_first')}
      </RouteButton>
    </EmptyState>
  );
}
