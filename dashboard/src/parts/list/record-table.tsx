// The one table of the dashboard: newest rows first, older ones by the button below, a row opens its details. It has
// the four faces every list needs: loading, failed, empty, filled.

import { Box, Button, Center, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../api.ts';
import { ErrorAlert } from '../error/error-alert.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import type { LiveStream } from './live.ts';
import { rowsOnScreen } from './live-rows.ts';
import { phoneWidth, type RecordColumn, RecordRows, type Selection } from './record-rows.tsx';
import styles from './record-table.module.css';
import { useHold } from './use-hold.ts';

export { phoneWidth, type RecordColumn, type Selection };

export interface RecordTableProps<Item extends { id: string }> {
  name: string;
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  columns: RecordColumn<Item>[];
  /** The content of a row on a phone, where columns have no room. */
  phoneRow: (item: Item) => ReactNode;
  onOpen: (item: Item) => void;
  empty: ReactNode;
  /** Rows that came in by themselves. */
  stream?: LiveStream<Item>;
  /** Older rows are wanted below live ones that no longer join on to them. */
  onFreeze?: () => void;
  selection?: Selection<Item>;
  /** The label of the button below, where the rows that follow are not older ones. */
  moreLabel?: string;
}

export function RecordTable<Item extends { id: string }>(props: RecordTableProps<Item>) {
  const { query, empty, stream } = props;
  const read = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  if (query.isPending) return <SkeletonRows />;
  if (query.isError && !query.data) {
    return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  }
  const items = stream ? rowsOnScreen(stream.rows, read) : read;
  const nothing = query.hasNextPage ? <NothingYet /> : empty;
  return (
    <Stack>
      {/* What was read before stays in sight while the gateway cannot be asked. */}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      <Paper withBorder className={styles.frame} bg="var(--hudhud-raised)">
        {items.length === 0 ? nothing : <Rows {...props} items={items} />}
        {(items.length > 0 || query.hasNextPage) && <Foot {...props} />}
      </Paper>
    </Stack>
  );
}

/** A search reads a part of the list at a time; this part had nothing. */
function NothingYet() {
  const { t } = useTranslation();
  return <EmptyState icon={IconZoomQuestion} title={t('list.not_yet')} hint={t('list.not_yet_hint')} />;
}

function Rows<Item extends { id: string }>(props: RecordTableProps<Item> & { items: Item[] }) {
  const { name, columns, phoneRow, onOpen, items, stream, selection } = props;
  return (
    <Box {...useHold(stream?.hold)}>
      <RecordRows
        name={name}
        items={items}
        columns={columns}
        phoneRow={phoneRow}
        onOpen={onOpen}
        freshIds={stream?.rows.fresh}
        selection={selection}
      />
    </Box>
  );
}

function Foot<Item extends { id: string }>({ query, stream, onFreeze, moreLabel }: RecordTableProps<Item>) {
  const { t } = useTranslation();
  const isTrimmed = stream?.rows.isTrimmed === true;
  if (!query.hasNextPage && !isTrimmed) {
    return (
      <Center className={styles.foot} p="sm">
        <Text size="xs" c="dimmed">
          {t('list.end')}
        </Text>
      </Center>
    );
  }
  return (
    <Center className={styles.foot} p="sm">
      <Button
        variant="default"
        size="xs"
        loading={query.isFetchingNextPage}
        onClick={() => (isTrimmed ? onFreeze?.() : void query.fetchNextPage())}
      >
        {moreLabel ?? t('action.load_older')}
      </Button>
    </Center>
  );
}

function SkeletonRows() {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md" bg="var(--hudhud-raised)" role="status" aria-label={t('list.loading')}>
      <Stack gap="md">
        {[92, 78, 85, 70, 88, 74, 81, 66].map((width) => (
          <Skeleton key={width} height={22} width={`${width}%`} />
        ))}
      </Stack>
    </Paper>
  );
}
