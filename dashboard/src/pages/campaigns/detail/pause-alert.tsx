// Why a campaign stands still: who or what paused it, and what to look at before it goes on.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Alert, List, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { campaignStatisticsQuery } from '../../../queries/campaigns.ts';
import { ReasonTitle } from '../reason-words.tsx';

type PauseReason = NonNullable<Campaign['pause_reason']>;

export function PauseAlert({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const reason = campaign.pause_reason;
  if (campaign.state !== 'paused' || reason === null) return null;
  const isOwnDoing = reason.kind === 'person';
  return (
    <Alert
      color={isOwnDoing ? 'gray' : 'yellow'}
      icon={<IconPlayerPause />}
      title={t(`pause_reason.${reason.kind}`)}
    >
      <Stack gap="xs">
        {reason.kind === 'template' && <Text size="sm">{reason.detail}</Text>}
        <Text size="sm">{t(`pause_hint.${reason.kind}`)}</Text>
        {reason.reasons && reason.reasons.length > 0 && (
          <Reasons campaign={campaign} reasons={reason.reasons} />
        )}
      </Stack>
    </Alert>
  );
}

interface ReasonsProps {
  campaign: Campaign;
  reasons: NonNullable<PauseReason['reasons']>;
}

/** The numbers of the campaign know the words for each code. */
function Reasons({ campaign, reasons }: ReasonsProps) {
  const { number } = useTimeText();
  const known = useQuery(campaignStatisticsQuery(campaign, 'hour')).data?.reasons ?? [];
  return (
    <List size="sm">
      {reasons.map(({ reason, count }) => (
        <List.Item key={reason}>
          <ReasonTitle
            reason={reason}
            error={known.find((one) => one.reason === reason && one.error)?.error ?? null}
          />
          {': '}
          {number(count)}
        </List.Item>
      ))}
    </List>
  );
}
