// The colours of campaigns and of their people: one look in badges, bars and charts.

import type { Campaign, RecipientState } from '@hudhud/contract/campaigns.ts';
import type { CampaignState } from '@hudhud/contract/states.ts';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import type { StatusColor } from '../../parts/state/status-color.ts';

const campaignColors: Readonly<Record<CampaignState, StatusColor>> = {
  draft: 'gray',
  scheduled: 'blue',
  preparing: 'blue',
  running: 'teal',
  paused: 'yellow',
  completed: 'teal',
  cancelled: 'gray',
};

const recipientColors: Readonly<Record<RecipientState, StatusColor>> = {
  waiting: 'gray',
  queued: 'gray',
  sent: 'blue',
  delivered: 'teal',
  read: 'teal',
  failed: 'red',
  unconfirmed: 'yellow',
  skipped: 'gray',
  cancelled: 'gray',
};

/** Strong enough for a surface, and apart from each other in both schemes. */
export const barColors: Readonly<Record<RecipientState, string>> = {
  waiting: 'gray.3',
  queued: 'gray.4',
  sent: 'blue.5',
  delivered: 'teal.4',
  read: 'teal.8',
  failed: 'red.6',
  unconfirmed: 'yellow.5',
  skipped: 'gray.5',
  cancelled: 'gray.7',
};

export function CampaignStateBadge({ campaign }: { campaign: Pick<Campaign, 'state'> }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`campaign_state_hint.${campaign.state}`)} multiline maw={300}>
      <StatusBadge color={campaignColors[campaign.state]}>
        {t(`campaign_state.${campaign.state}`)}
      </StatusBadge>
    </Tooltip>
  );
}

export function RecipientStateBadge({ state }: { state: RecipientState }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`recipient_state_hint.${state}`)} multiline maw={300}>
      <StatusBadge color={recipientColors[state]}>{t(`recipient_state.${state}`)}</StatusBadge>
    </Tooltip>
  );
}
