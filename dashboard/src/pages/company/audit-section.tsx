// Audit log: who changed what, when.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import { Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { RecordTable } from '../../parts/list/record-table.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { TimeRangeFilter } from '../../parts/time/time-range-filter.tsx';
import { auditQuery } from '../../queries/audit.ts';
import { auditDetails } from './audit-details.ts';
import { useActionName, useActorName } from './audit-words.ts';

const route = getRouteApi('/app/companies/$companyId/edit/audit');

export function AuditSection() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(auditQuery({ ...filters }));
  const columns = useColumns();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <FilterBar count={isFiltered ? 1 : 0} onClear={() => void navigate({ search: {}, replace: true })}>
        <TimeRangeFilter
          range={filters}
          onChange={(range) => void navigate({ search: withoutUnset(range), replace: true })}
        />
      </FilterBar>
      <RecordTable
        name={t('section.audit')}
        query={query}
        columns={columns}
        phoneRow={(entry) => <PhoneRow entry={entry} />}
        onOpen={() => undefined}
        empty={
          <EmptyState
            icon={IconHistory}
            title={t(isFiltered ? 'list.no_match' : 'audit.empty')}
            hint={t(isFiltered ? 'list.no_match_hint' : 'audit.empty_hint')}
          />
        }
      />
    </>
  );
}

function useColumns(): DataTableColumn<AuditEntry>[] {
  const { t } = useTranslation();
  const actorName = useActorName();
  return [
    { accessor: 'at', title: t('audit.when'), width: 150, render: ({ at }) => <MomentCell at={at} /> },
    {
      accessor: 'actor',
      title: t('audit.who'),
      width: 190,
      render: ({ actor }) => (
        <Text span size="sm">
          <bdi>{actorName(actor)}</bdi>
        </Text>
      ),
    },
    { accessor: 'action', title: t('audit.what'), render: (entry) => <What entry={entry} /> },
  ];
}

function What({ entry }: { entry: AuditEntry }) {
  const actionName = useActionName();
  const details = auditDetails(entry.data);
  return (
    <Stack gap={2}>
      <Text span size="sm" fw={550}>
        {actionName(entry.action)}
      </Text>
      {details !== '' && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{details}</bdi>
        </Text>
      )}
      {entry.target !== null && (
        <Text span size="xs" c="dimmed">
          <LeftToRight mono>{entry.target}</LeftToRight>
        </Text>
      )}
    </Stack>
  );
}

function PhoneRow({ entry }: { entry: AuditEntry }) {
  const actorName = useActorName();
  return (
    <Stack gap={4}>
      <What entry={entry} />
      <Text size="xs" c="dimmed">
        <bdi>{actorName(entry.actor)}</bdi> · <MomentAgo at={entry.at} />
      </Text>
    </Stack>
  );
}
