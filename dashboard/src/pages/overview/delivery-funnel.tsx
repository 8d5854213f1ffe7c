// How far messages came: of those accepted, how many were sent, delivered, read.

import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../parts/text/locale.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { type FunnelStep, funnelSteps } from './count-messages.ts';
import styles from './recent-list.module.css';

const colors: Readonly<Record<FunnelStep, string>> = {
  accepted: 'gray.6',
  sent: 'blue.6',
  delivered: 'teal.5',
  read: 'teal.8',
};

export function DeliveryFunnel({ funnel }: { funnel: Readonly<Record<FunnelStep, number>> }) {
  const { t, i18n } = useTranslation();
  const text = useTimeText();
  const share = (step: FunnelStep): number => (funnel.accepted === 0 ? 0 : funnel[step] / funnel.accepted);
  const percent = (value: number): string =>
    new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 }).format(
      value,
    );
  return (
    <Stack gap="md" component="ul" className={styles.list as string} aria-label={t('chart.funnel')}>
      {funnelSteps.map((step) => (
        <Stack key={step} gap={4} component="li">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t(`chart.step_${step}`)}</Text>
            <Text size="sm" fw={600}>
              {text.number(funnel[step])}{' '}
              <Text span size="xs" c="dimmed">
                {percent(share(step))}
              </Text>
            </Text>
          </Group>
          <Progress
            value={share(step) * 100}
            color={colors[step]}
            size="lg"
            aria-label={t(`chart.step_${step}`)}
          />
        </Stack>
      ))}
    </Stack>
  );
}
