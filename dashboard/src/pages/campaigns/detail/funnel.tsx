// How far people came: of all, how many were sent to, reached, read it, and wrote back.

import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { percentText } from '../span-text.ts';

const steps = ['total', 'sent', 'delivered', 'read', 'replied'] as const;

const colors: Readonly<Record<(typeof steps)[number], string>> = {
  total: 'gray.6',
  sent: 'blue.6',
  delivered: 'teal.5',
  read: 'teal.8',
  replied: 'grape.5',
};

/** Each counts whoever came at least so far. */
const countSteps = ({ counts, total, replied }: CampaignStatistics) => {
  const delivered = counts.delivered + counts.read;
  return { total, sent: counts.sent + delivered, delivered, read: counts.read, replied };
};

export function Funnel({ statistics }: { statistics: CampaignStatistics }) {
  const { t, i18n } = useTranslation();
  const { number } = useTimeText();
  const funnel = countSteps(statistics);
  const share = (step: (typeof steps)[number]): number =>
    funnel.total === 0 ? 0 : funnel[step] / funnel.total;
  return (
    <Stack
      gap="md"
      component="ul"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t('campaign_chart.funnel')}
    >
      {steps.map((step) => (
        <Stack key={step} gap={4} component="li">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t(`campaign_chart.${step}`)}</Text>
            <Text size="sm" fw={600}>
              {number(funnel[step])}{' '}
              <Text span size="xs" c="dimmed">
                {percentText(share(step), i18n.language)}
              </Text>
            </Text>
          </Group>
          <Progress
            value={share(step) * 100}
            color={colors[step]}
            size="lg"
            aria-label={t(`campaign_chart.${step}`)}
          />
        </Stack>
      ))}
    </Stack>
  );
}
