// The numbers of a campaign: how far people came, when, and how quickly. The chart comes in a file of its own.

import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { PeriodChoice } from '../../../parts/time/period-choice.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { campaignStatisticsQuery } from '../../../queries/campaigns.ts';
import { CampaignFunnel } from './campaign-funnel.tsx';
import { fillGaps, type Period, usualPeriod } from './moments.ts';
import { StoresTable } from './stores-table.tsx';

const TimeChart = lazy(() => import('./time-chart.tsx').then((module) => ({ default: module.TimeChart })));

const periods: readonly Period[] = ['minute', 'hour'];
const chartHeight = 240;

export function NumbersPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Period | null>(null);
  const by = chosen ?? usualPeriod(campaign, new Date());
  return (
    <Panel
      title={t('campaign_chart.title')}
      aside={
        <PeriodChoice
          periods={periods}
          nameOf={(period) => t(`campaign_chart.by_${period}`)}
          value={by}
          onChange={setChosen}
        />
      }
    >
      <Numbers campaign={campaign} by={by} />
    </Panel>
  );
}

function Numbers({ campaign, by }: { campaign: Campaign; by: Period }) {
  const { t } = useTranslation();
  const query = useQuery(campaignStatisticsQuery(campaign, by));
  if (query.isPending) return <Skeleton height={chartHeight} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const statistics = query.data;
  const moments = fillGaps(statistics.over_time, by);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <CampaignFunnel campaign={campaign} replied={statistics.replied} />
        {moments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('campaign_chart.nothing_yet')}
          </Text>
        ) : (
          <Suspense fallback={<Skeleton height={chartHeight} />}>
            <TimeChart moments={moments} by={by} height={chartHeight} />
          </Suspense>
        )}
      </SimpleGrid>
      <Figures statistics={statistics} />
      <StoresTable stores={statistics.stores} />
    </Stack>
  );
}

function Figures({ statistics }: { statistics: CampaignStatistics }) {
  const { t, i18n } = useTranslation();
  const { number, rate, span } = useTimeText();
  const { rates, seconds_to_delivered: delivered, seconds_to_read: read, pricing } = statistics;
  const spanOrNone = (seconds: number | null): string => (seconds === null ? '—' : span(seconds));
  const figures: [string, string][] = [
    [t('campaign_chart.delivered_rate'), rate(rates.delivered)],
    [t('campaign_chart.read_rate'), rate(rates.read)],
    [t('campaign_chart.reply_rate'), rate(rates.replied)],
    [t('campaign_chart.failure_rate'), rate(rates.failed)],
    [t('campaign_chart.to_delivered'), spanOrNone(delivered.p50)],
    [t('campaign_chart.to_delivered_most'), spanOrNone(delivered.p90)],
    [t('campaign_chart.to_read'), spanOrNone(read.p50)],
    [t('campaign_chart.to_read_most'), spanOrNone(read.p90)],
  ];
  for (const { category, count } of pricing) {
    const key = `campaign_chart.category_${category}`;
    const name = i18n.exists(key) ? t(key as 'campaign_chart.category_service') : category;
    figures.push([t('campaign_chart.pricing', { category: name }), number(count)]);
  }
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} component="dl" m={0} spacing="md">
      {figures.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
