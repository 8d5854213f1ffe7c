// The columns of the campaign list, and its row on a phone.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMay } from '../../queries/account.ts';
import { CampaignStateBadge } from './campaign-looks.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useAudienceWords } from './use-audience-words.ts';

export function useCampaignColumns(): RecordColumn<Campaign>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'name', title: t('campaign.name'), render: (one) => <NameCell campaign={one} /> },
    {
      accessor: 'state',
      title: t('campaign.state'),
      width: 140,
      render: (one) => <CampaignStateBadge campaign={one} />,
    },
    {
      accessor: 'counts',
      title: t('campaign.progress'),
      width: 320,
      render: (one) => <ProgressCell campaign={one} />,
    },
    {
      accessor: 'created_at',
      title: t('campaign.created'),
      width: 150,
      render: (one) => <MomentCell at={one.created_at} />,
    },
  ];
}

function CampaignLink({ campaign }: { campaign: Campaign }) {
  const mayChange = useMay('operator');
  const look = { size: 'sm', c: 'inherit', fw: 550 } as const;
  const params = { campaignId: campaign.id };
  return campaign.state === 'draft' && mayChange ? (
    <RouteLink to="/campaigns/$campaignId/edit" params={params} {...look}>
      <bdi>{campaign.name}</bdi>
    </RouteLink>
  ) : (
    <RouteLink to="/campaigns/$campaignId" params={params} {...look}>
      <bdi>{campaign.name}</bdi>
    </RouteLink>
  );
}

function NameCell({ campaign }: { campaign: Campaign }) {
  const audienceWords = useAudienceWords();
  return (
    <Stack gap={0}>
      <CampaignLink campaign={campaign} />
      <Text size="xs" c="dimmed" truncate maw={360}>
        <bdi>{audienceWords(campaign.audience)}</bdi>
      </Text>
    </Stack>
  );
}

function ProgressCell({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number, short } = useTimeText();
  const { counts, total, schedule_at, state } = campaign;
  if (total === 0) {
    return (
      <Text size="xs" c="dimmed">
        {state === 'scheduled' && schedule_at
          ? t('campaign_progress.begins', { time: short(schedule_at) })
          : t('campaign_progress.nobody')}
      </Text>
    );
  }
  const done = total - counts.waiting - counts.queued;
  const reached = counts.delivered + counts.read;
  return (
    <Stack gap={4}>
      <ProgressBar campaign={campaign} />
      <Text size="xs" c="dimmed">
        {t('campaign_progress.done', { done: number(done), count: total, formatted: number(total) })}
        {' · '}
        {t('campaign_progress.reached', { reached: number(reached) })}
        {counts.failed > 0 && ` · ${t('campaign_progress.failed', { failed: number(counts.failed) })}`}
      </Text>
    </Stack>
  );
}

export function CampaignPhoneRow({ campaign }: { campaign: Campaign }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <CampaignLink campaign={campaign} />
        <CampaignStateBadge campaign={campaign} />
      </Group>
      <ProgressCell campaign={campaign} />
      <MomentAgo at={campaign.created_at} />
    </Stack>
  );
}
