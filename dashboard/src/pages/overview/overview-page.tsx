// Who am I, what is left to do before the first message, and what went wrong lately.

import { Grid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useMe } from '../../queries/me.ts';
import { newestMessagesQuery } from '../../queries/messages.ts';
import { CompanyPanel } from './company-panel.tsx';
import { CurlSample } from './curl-sample.tsx';
import { FirstMessageChecklist, isChecklistDone } from './first-message-checklist.tsx';
import { LatestFigures } from './latest-figures.tsx';
import { LatestMessages } from './latest-messages.tsx';
import { RecentFailures } from './recent-failures.tsx';
import { SenderHealth } from './sender-health.tsx';

export function OverviewPage() {
  const { t } = useTranslation();
  const { company } = useMe();
  return (
    <>
      <PageHeader title={company.name} subtitle={t('overview.subtitle')} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="lg">
            <SenderHealth />
            <MainColumn />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Stack gap="lg">
            <CompanyPanel />
            <LatestMessages />
          </Stack>
        </Grid.Col>
      </Grid>
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
        <LatestFigures />
        <RecentFailures />
      </>
    );
  }
  return (
    <>
      <LatestFigures />
      <RecentFailures />
      <SendFromYourSystem />
    </>
  );
}

function SendFromYourSystem() {
  const { t } = useTranslation();
  return (
    <Panel title={t('checklist.send_by_curl')}>
      <Text size="sm" c="dimmed">
        {t('checklist.send_by_curl_hint')}
      </Text>
      <CurlSample />
    </Panel>
  );
}
