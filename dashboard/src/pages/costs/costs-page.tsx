// What messages have cost: by day, number, campaign, template, country or category, with what was free apart.

import { type CostGroup, type Costs, costGroups } from '@hudhud/contract/costs.ts';
import { Group, Select, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { costsQuery } from '../../queries/costs.ts';
import { dayMilliseconds } from '../../queries/time-range.ts';
import { useRowName } from './cost-names.ts';
import { RatesPanel } from './rates-panel.tsx';

const spans = [7, 30, 90, 365] as const;

const daysAgo = (days: number): string =>
  new Date(Date.now() - (days - 1) * dayMilliseconds).toISOString().slice(0, 10);

export function CostsPage() {
  const { t } = useTranslation();
  const [group, setGroup] = useState<CostGroup>('day');
  const [days, setDays] = useState<number>(30);
  const query = useQuery(costsQuery(group, daysAgo(days)));
  return (
    <>
      <PageHeader title={t('nav.costs')} subtitle={t('costs.subtitle')}>
        <Group gap="sm">
          <Select
            aria-label={t('costs.span')}
            data={spans.map((count) => ({ value: String(count), label: t('costs.days', { days: count }) }))}
            value={String(days)}
            onChange={(value) => setDays(Number(value ?? days))}
            allowDeselect={false}
          />
          <Select
            aria-label={t('costs.group')}
            data={costGroups.map((value) => ({ value, label: t(`costs.by_${value}`) }))}
            value={group}
            onChange={(value) => setGroup((value ?? group) as CostGroup)}
            allowDeselect={false}
          />
        </Group>
      </PageHeader>
      <Stack gap="lg">
        {query.isPending && <Skeleton height={240} />}
        {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && <Spent costs={query.data} />}
        <RatesPanel />
      </Stack>
    </>
  );
}

type Figures = Pick<Costs, 'amounts' | 'charged' | 'free' | 'unpriced'>;

function Amounts({ amounts }: Pick<Figures, 'amounts'>) {
  const { t, i18n } = useTranslation();
  if (amounts.length === 0) return <Text span>{t('costs.no_amount')}</Text>;
  return amounts.map(({ currency, amount }) => (
    <Text key={currency} span display="block">
      <LeftToRight>
        {new Intl.NumberFormat(i18n.language, {
          style: 'currency',
          currency,
          maximumFractionDigits: 4,
        }).format(Number(amount))}
      </LeftToRight>
    </Text>
  ));
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg" component="div">
        {children}
      </Text>
    </Stack>
  );
}

function Spent({ costs }: { costs: Costs }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const rowName = useRowName(costs.group);
  if (costs.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={IconReceipt} title={t('costs.empty')} hint={t('costs.empty_hint')} />
      </Panel>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label={t('costs.spent')}>
          <Amounts amounts={costs.amounts} />
        </Figure>
        <Figure label={t('costs.charged')}>{number(costs.charged)}</Figure>
        <Figure label={t('costs.free')}>{number(costs.free)}</Figure>
        <Figure label={t('costs.unpriced')}>{number(costs.unpriced)}</Figure>
      </SimpleGrid>
      <Panel>
        <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t(`costs.by_${costs.group}`)}</Table.Th>
                <Table.Th>{t('costs.spent')}</Table.Th>
                <Table.Th>{t('costs.charged')}</Table.Th>
                <Table.Th>{t('costs.free')}</Table.Th>
                <Table.Th>{t('costs.unpriced')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {costs.data.map((row) => (
                <Table.Tr key={row.key}>
                  <Table.Td>
                    <bdi>{rowName(row)}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <Amounts amounts={row.amounts} />
                  </Table.Td>
                  <Table.Td>{number(row.charged)}</Table.Td>
                  <Table.Td>{number(row.free)}</Table.Td>
                  <Table.Td>{number(row.unpriced)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Panel>
    </>
  );
}
