// The numbers of a pre-flight: who gets it, who does not, by whom, when and for how long.

import type { Campaign, Preflight } from '@hudhud/contract/campaigns.ts';
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Field, FieldList } from '../../../parts/text/field-list.tsx';
import { MomentLine } from '../../../parts/time/moment.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { PreflightCost } from './preflight-cost.tsx';

interface PreflightFactsProps {
  campaign: Campaign;
  preflight: Preflight;
}

export function PreflightFacts({ campaign, preflight }: PreflightFactsProps) {
  const { t } = useTranslation();
  const { number, span } = useTimeText();
  const { listed, reachable, sender, messages_per_second: pace, expected_seconds: seconds } = preflight;
  const figures = [
    ['listed', listed],
    ['reachable', reachable],
    ['left_out', listed - reachable],
  ] as const;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {figures.map(([name, value]) => (
          <Paper key={name} withBorder p="md" bg="var(--hudhud-sunken)">
            <Text size="sm" c="dimmed">
              {t(`preflight.${name}`)}
            </Text>
            <Text size="xl" fw={600}>
              {number(value)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <FieldList>
        {sender && (
          <Field name={t('send.from')}>
            <bdi>{sender.name}</bdi>
          </Field>
        )}
        <Field name={t('campaign_sending.schedule')}>
          {campaign.schedule_at === null ? (
            t('campaign_sending.at_once')
          ) : (
            <MomentLine at={campaign.schedule_at} />
          )}
        </Field>
        {preflight.window && (
          <Field name={t('preflight.window')}>
            {t('preflight.window_counts', {
              inside: number(preflight.window.inside),
              outside: number(preflight.window.outside),
            })}
          </Field>
        )}
        {preflight.consent && reachable > 0 && (
          <Field name={t('preflight.consent')}>
            {t('preflight.consent_counts', {
              asked: number(preflight.consent.opted_in),
              unasked: number(preflight.consent.not_asked),
            })}
          </Field>
        )}
        {reachable > 0 && (
          <Field name={t('preflight.cost')}>
            <PreflightCost cost={preflight.cost} />
          </Field>
        )}
        {reachable > 0 && (
          <Field name={t('preflight.duration')}>
            {t('preflight.duration_at', {
              span: span(seconds),
              count: pace,
              formatted: number(pace),
            })}
          </Field>
        )}
      </FieldList>
    </Stack>
  );
}
