// Is all well, what is left to do before the first message, how things are going, and what went wrong lately.

import { Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { useMe } from '../../queries/me.ts';
import { newestMessagesQuery } from '../../queries/messages.ts';
import { FirstMessageChecklist, isChecklistDone } from './first-message-checklist.tsx';
import { LatestMessages } from './latest-messages.tsx';
import { NowPanel } from './now-panel.tsx';
import { RecentFailures } from './recent-failures.tsx';
import { WellPanel } from './well-panel.tsx';

/** Figures can come a moment later than the rest; their controls and charts are heavy. */
const MessageCountsLater = lazy(() =>
  import('./message-counts.tsx').then((module) => ({ default: module.MessageCounts })),
);

const MessageCounts = () => (
  <Suspense fallback={<Skeleton height={355} />}>
    <MessageCountsLater />
  </Suspense>
);

export function OverviewPage() {
  const { t } = useTranslation();
  const { company } = useMe();
  return (
    <>
      <PageHeader title={company.name} subtitle={t('overview.subtitle')} />
      <Stack gap="lg">
        <WellPanel />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
            <Stack gap="lg">
              <MainColumn />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
            <Stack gap="lg">
              <NowPanel />
              <LatestMessages />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

/** The checklist comes first until it is done; after that, what went wrong comes first. */
function MainColumn() {
  const latest = useQuery(newestMessagesQuery(5));
  if (latest.isPending) return <Skeleton height={420} />;
  const messages = latest.data?.data ?? [];
  if (!isChecklistDone(messages)) {
    return (
      <>
        <FirstMessageChecklist messages={messages} />
        <MessageCounts />
        <RecentFailures />
      </>
    );
  }
  return (
    <>
      <MessageCounts />
      <RecentFailures />
    </>
  );
}
