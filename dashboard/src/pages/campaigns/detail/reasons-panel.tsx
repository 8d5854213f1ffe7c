// Why people were not reached, the commonest first: in words, with what to do, and the way to the people themselves.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/page/panel.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { campaignStatisticsQuery } from '../../../queries/campaigns.ts';
import { RecipientStateBadge } from '../campaign-looks.tsx';
import { ReasonText } from '../reason-words.tsx';
import { usualPeriod } from './moments.ts';

export function ReasonsPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  // The numbers above ask the same and show what goes wrong with asking.
  const query = useQuery(campaignStatisticsQuery(campaign, usualPeriod(campaign, new Date())));
  if (query.isPending) return <Skeleton height={120} />;
  const reasons = query.data?.reasons ?? [];
  return (
    <Panel title={t('campaign_reasons.title')}>
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('campaign_reasons.none')}
        </Text>
      ) : (
        <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {reasons.map(({ state, reason, count, error }) => (
            <Group
              key={`${state}${reason}`}
              component="li"
              justify="space-between"
              align="flex-start"
              wrap="nowrap"
            >
              <ReasonText reason={reason} error={error} />
              <Stack gap={4} align="flex-end" style={{ flexShrink: 0 }}>
                <RecipientStateBadge state={state} />
                <RouteLink
                  to="/campaigns/$campaignId"
                  params={{ campaignId: campaign.id }}
                  search={{ state, reason }}
                  hash="recipients"
                  size="sm"
                  style={{ whiteSpace: 'nowrap' }}
                >
                  {t('campaign_reasons.people', { count, formatted: number(count) })}
                </RouteLink>
              </Stack>
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
