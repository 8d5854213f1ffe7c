// How many people are in each state, with the colour of the bar. The numbers add up to the total, and say so.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { ColorSwatch, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { recipientStates } from './campaign-filters.ts';
import { barColors } from './campaign-looks.tsx';

const cssColor = (color: string): string => `var(--mantine-color-${color.replace('.', '-')})`;

export function CountList({ campaign }: { campaign: Pick<Campaign, 'id' | 'counts' | 'total'> }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const { id, counts, total } = campaign;
  return (
    <Group
      component="ul"
      gap="md"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t('campaign_progress.counts')}
    >
      {recipientStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Group key={state} component="li" gap={6} wrap="nowrap">
            <ColorSwatch color={cssColor(barColors[state])} size={10} withShadow={false} aria-hidden />
            <RouteLink
              to="/campaigns/$campaignId"
              params={{ campaignId: id }}
              search={{ state }}
              resetScroll={false}
              size="sm"
              c="inherit"
            >
              {t(`recipient_state.${state}`)}
            </RouteLink>
            <Text size="sm" fw={600}>
              {number(counts[state])}
            </Text>
          </Group>
        ))}
      <Group component="li" gap={6} wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t('campaign_progress.total')}
        </Text>
        <Text size="sm" fw={600}>
          {number(total)}
        </Text>
      </Group>
    </Group>
  );
}
