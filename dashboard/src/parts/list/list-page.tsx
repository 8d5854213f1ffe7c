// A page that is one live list: heading with refresh controls, filters, table, and the details of a row beside it.

import { IconFilterOff } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWhileNewest } from '../../queries/list-pages.ts';
import { EmptyState } from '../page/empty-state.tsx';
import { PageHeader } from '../page/page-header.tsx';
import type { Live } from './live.ts';
import { LiveNews } from './live-news.tsx';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { RefreshControls } from './refresh-controls.tsx';

/** Lists poll for new rows by themselves until the user asks them to hold still. */
export function useLive(): Live {
  const [isLive, setIsLive] = useState(true);
  return {
    isLive,
    setIsLive,
    refetchInterval: (query) => isLive && refreshWhileNewest(query.state.data),
  };
}

interface ListPageProps<Item extends { id: string }> extends Omit<RecordTableProps<Item>, 'stream'> {
  subtitle: string;
  live: Live<Item> | Live;
  filterBar: ReactNode;
  filters: object;
}

export function ListPage<Item extends { id: string }>(props: ListPageProps<Item>) {
  const { subtitle, live, filterBar, filters, empty, ...table } = props;
  const { t } = useTranslation();
  const isFiltered = Object.keys(filters).length > 0;
  const stream = live.stream as Live<Item>['stream'];
  const noMatch = (
    <EmptyState
      scene="searching"
      icon={IconFilterOff}
      title={t('list.no_match')}
      hint={t('list.no_match_hint')}
    />
  );
  const readAgain = () => {
    stream?.release();
    void (stream ? stream.readAgain() : table.query.refetch());
  };
  return (
    <>
      <PageHeader title={table.name} subtitle={subtitle}>
        <RefreshControls
          isLive={live.isLive}
          onLiveChange={live.setIsLive}
          {...(stream && { stream: stream.state })}
          isFetching={table.query.isFetching}
          onRefresh={readAgain}
        />
      </PageHeader>
      {filterBar}
      {stream && <LiveNews stream={stream} />}
      <RecordTable
        {...table}
        empty={isFiltered ? noMatch : empty}
        {...(stream && { stream })}
        onFreeze={() => {
          live.setIsLive(false);
          readAgain();
        }}
      />
      <Outlet />
    </>
  );
}
