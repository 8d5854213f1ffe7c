// One campaign: how far it is, what became of everybody and why, and what can be done about it. Live while it runs.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Alert, Grid, Group, Skeleton, Stack } from '@mantine/core';
import { IconCalendarTime, IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { MomentLine } from '../../../parts/time/moment.tsx';
import { campaignQuery } from '../../../queries/campaigns.ts';
import { CampaignStateBadge } from '../campaign-looks.tsx';
import { CountList } from '../count-list.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { useAudienceWords } from '../use-audience-words.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignFacts } from './campaign-facts.tsx';
import { NumbersPanel } from './numbers-panel.tsx';
import { PauseAlert } from './pause-alert.tsx';
import { ReasonsPanel } from './reasons-panel.tsx';
import { RecipientsPanel } from './recipients-panel.tsx';

const route = getRouteApi('/app/campaigns/$campaignId');

export function CampaignPage() {
  const { campaignId } = route.useParams();
  const query = useQuery(campaignQuery(campaignId));
  const audienceWords = useAudienceWords();
  const campaign = query.data;
  return (
    <>
      <PageHeader
        title={campaign?.name ?? '…'}
        subtitle={campaign ? `\u2068${audienceWords(campaign.audience)}\u2069` : '…'}
      >
        {campaign && <CampaignActions campaign={campaign} />}
      </PageHeader>
      {query.isPending && <Skeleton height={320} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {campaign && <Everything key={campaign.id} campaign={campaign} />}
    </>
  );
}

function Everything({ campaign }: { campaign: Campaign }) {
  const isStarted = campaign.started_at !== null && campaign.total > 0;
  return (
    <Stack gap="lg">
      <PauseAlert campaign={campaign} />
      <Waiting campaign={campaign} />
      <ProgressPanel campaign={campaign} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {isStarted && <NumbersPanel campaign={campaign} />}
            {isStarted && <ReasonsPanel campaign={campaign} />}
            {!isStarted && <CampaignFacts campaign={campaign} />}
          </Stack>
        </Grid.Col>
        {isStarted && (
          <Grid.Col span={{ base: 12, md: 4 }}>
            <CampaignFacts campaign={campaign} />
          </Grid.Col>
        )}
      </Grid>
      {isStarted && <RecipientsPanel campaign={campaign} />}
    </Stack>
  );
}

/** Why nothing moves although it is not paused. */
function Waiting({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  if (campaign.state === 'scheduled' && campaign.schedule_at) {
    return (
      <Alert color="blue" icon={<IconCalendarTime />} title={t('campaign_page.scheduled')}>
        <MomentLine at={campaign.schedule_at} />
      </Alert>
    );
  }
  if (campaign.waits_until === null) return null;
  return (
    <Alert color="blue" icon={<IconClockPause />} title={t('campaign_page.outside_hours')}>
      <MomentLine at={campaign.waits_until} />
    </Alert>
  );
}

function ProgressPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('campaign.progress')} aside={<CampaignStateBadge campaign={campaign} />}>
      <Stack gap="md">
        <ProgressBar campaign={campaign} size="xl" />
        <Group>
          <CountList campaign={campaign} />
        </Group>
      </Stack>
    </Panel>
  );
}
