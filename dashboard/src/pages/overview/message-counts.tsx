// How many messages there were and what became of them, over time and step by step. The charts come in a file of their own
// when this panel is shown.

import type { StatisticsPeriod } from '@hudhud/contract/statistics.ts';
import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PeriodChoice } from '../../parts/time/period-choice.tsx';
import { messageCountsQuery } from '../../queries/overview.ts';
import { toBars, toFunnel } from './count-messages.ts';
import { DeliveryFunnel } from './delivery-funnel.tsx';

const MessageBars = lazy(() =>
  import('./message-bars.tsx').then((module) => ({ default: module.MessageBars })),
);

const periods: readonly StatisticsPeriod[] = ['hour', 'day'];
const chartHeight = 240;

export function MessageCounts() {
  const { t } = useTranslation();
  const [by, setBy] = useState<StatisticsPeriod>('day');
  return (
    <Panel
      title={t('chart.title')}
      aside={
        <PeriodChoice
          periods={periods}
          nameOf={(period) => t(`chart.by_${period}`)}
          value={by}
          onChange={setBy}
        />
      }
    >
      <Counts by={by} />
    </Panel>
  );
}

function Counts({ by }: { by: StatisticsPeriod }) {
  const { t } = useTranslation();
  const query = useQuery(messageCountsQuery(by));
  if (query.isPending) return <Skeleton height={chartHeight} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const { data } = query;
  if (data.total === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('chart.empty')}
      </Text>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Suspense fallback={<Skeleton height={chartHeight} />}>
        <MessageBars bars={toBars(data)} by={data.by} height={chartHeight} />
      </Suspense>
      <DeliveryFunnel funnel={toFunnel(data)} />
    </SimpleGrid>
  );
}
