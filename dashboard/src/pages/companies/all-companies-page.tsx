// All companies of this gateway, for its operator: names and plans, never what they send.

import type { CompanyPlan, CompanyProfile } from '@hudhud/contract/companies.ts';
import { Stack, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RecordTable } from '../../parts/list/record-table.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PlanBadge } from '../../parts/state/status-badge.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentCell } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { allCompaniesQuery } from '../../queries/companies.ts';
import { type CompanyFilters, plans } from './company-filters.ts';
import { CompanyTabs } from './company-tabs.tsx';

const route = getRouteApi('/app/companies/all');

export function AllCompaniesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const query = useInfiniteQuery(allCompaniesQuery({ ...filters }));
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('companies.all')} subtitle={t('companies.all_subtitle')} />
      <CompanyTabs />
      <Filters filters={filters} />
      <RecordTable
        name={t('companies.all')}
        query={query}
        columns={columns}
        phoneRow={(company) => <PhoneRow company={company} />}
        onOpen={() => undefined}
        empty={
          <EmptyState icon={IconBuilding} title={t('list.no_match')} hint={t('companies.all_no_match')} />
        }
      />
    </>
  );
}

function Filters({ filters }: { filters: CompanyFilters }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const change = (next: CompanyFilters) =>
    void navigate({ search: withoutUnset({ ...filters, ...next }), replace: true });
  return (
    <FilterBar
      count={Object.keys(filters).length}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <FilterTextInput
        label={t('companies.name')}
        w={{ base: '100%', sm: 240 }}
        value={filters.name ?? ''}
        onSettled={(name) => change({ name })}
      />
      <FilterSelect<CompanyPlan>
        label={t('company.plan')}
        value={filters.plan}
        choices={plans}
        nameOf={(plan) => t(`plan.${plan}`)}
        onChange={(plan) => change({ plan })}
      />
    </FilterBar>
  );
}

function useColumns(): RecordColumn<CompanyProfile>[] {
  const { t } = useTranslation();
  return [
    {
      accessor: 'name',
      title: t('companies.name'),
      render: ({ name }) => (
        <Text span size="sm" fw={550}>
          <bdi>{name}</bdi>
        </Text>
      ),
    },
    { accessor: 'plan', title: t('company.plan'), render: (company) => <Plan company={company} /> },
    {
      accessor: 'timezone',
      title: t('profile.timezone'),
      render: ({ timezone }) => <LeftToRight>{timezone.replaceAll('_', ' ')}</LeftToRight>,
    },
    {
      accessor: 'created_at',
      title: t('companies.created'),
      render: ({ created_at }) => <MomentCell at={created_at} />,
    },
    {
      accessor: 'id',
      title: t('company.id'),
      render: ({ id }) => <CopyableId id={id} what={t('company.id')} />,
    },
  ];
}

function Plan({ company: { plan, trial_ends_at } }: { company: CompanyProfile }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <Stack gap={2} align="flex-start">
      <PlanBadge plan={plan} />
      {trial_ends_at && (
        <Text size="xs" c="dimmed">
          {t('companies.until', { day: text.day(trial_ends_at) })}
        </Text>
      )}
    </Stack>
  );
}

function PhoneRow({ company }: { company: CompanyProfile }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        <bdi>{company.name}</bdi>
      </Text>
      <Plan company={company} />
      <CopyableId id={company.id} what={t('company.id')} />
    </Stack>
  );
}
