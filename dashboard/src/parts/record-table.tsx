// The one table of the dashboard: newest rows first, older ones by the button below, a row opens its details. It has
// the four faces every list needs: loading, failed, empty, filled.

import { Button, Center, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../api.ts';
import { ErrorAlert } from './error-alert.tsx';
import styles from './record-table.module.css';

export const phoneWidth = '(max-width: 47.99em)';

export interface RecordTableProps<Item extends { id: string }> {
  name: string;
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  columns: DataTableColumn<Item>[];
  /** What a row shows on a phone, where columns have no room. */
  phoneRow: (item: Item) => ReactNode;
  onOpen: (item: Item) => void;
  empty: ReactNode;
}

export function RecordTable<Item extends { id: string }>(props: RecordTableProps<Item>) {
  const { query, empty } = props;
  if (query.isPending) return <SkeletonRows />;
  if (query.isError && !query.data) {
    return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  }
  const items = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Stack>
      {/* What was read before stays in sight while the gateway cannot be asked. */}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      <Paper withBorder className={styles.frame} bg="var(--hudhud-raised)">
        {items.length === 0 ? empty : <Rows {...props} items={items} />}
        {items.length > 0 && <Foot query={query} />}
      </Paper>
    </Stack>
  );
}

function Rows<Item extends { id: string }>(props: RecordTableProps<Item> & { items: Item[] }) {
  const { name, columns, phoneRow, onOpen, items } = props;
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  const phoneColumns: DataTableColumn<Item>[] = [{ accessor: 'id', title: name, render: phoneRow }];
  return (
    <DataTable
      aria-label={name}
      records={items}
      columns={isPhone ? phoneColumns : columns}
      noHeader={isPhone}
      onRowClick={({ record, event }) => {
        // Links inside a row do their own work, and text that was just marked is not a click.
        if ((event.target as Element).closest('a, button') || window.getSelection()?.toString()) return;
        onOpen(record);
      }}
      highlightOnHover
      verticalSpacing="xs"
      horizontalSpacing="md"
      backgroundColor="transparent"
      rowBorderColor="var(--hudhud-line)"
      borderColor="var(--hudhud-line)"
      scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}
      classNames={{ header: styles.header as string, table: styles.table as string }}
    />
  );
}

function Foot<Item>({ query }: { query: UseInfiniteQueryResult<InfiniteData<Page<Item>>> }) {
  const { t } = useTranslation();
  return (
    <Center className={styles.foot} p="sm">
      {query.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('action.load_older')}
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          {t('list.end')}
        </Text>
      )}
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
