// What the conditions of a delivery and of a webhook look like: one state machine for people, the same on every page.

import type { DeliveryCondition, WebhookCondition } from '@hudhud/contract/conditions.ts';
import type { Delivery, DeliveryState } from '@hudhud/contract/deliveries.ts';
import { Group, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NextMoment } from '../time/moment.tsx';
import { useTimeText } from '../time/use-time-text.ts';
import { StatusBadge } from './status-badge.tsx';

/** What lists can be filtered by: pending and retrying are one state of the API. */
export const deliveryStates: readonly DeliveryState[] = ['waiting', 'delivered', 'failed', 'skipped'];

export const deliveryColors: Record<DeliveryCondition, string> = {
  pending: 'gray',
  retrying: 'yellow',
  delivered: 'teal',
  failed: 'red',
  skipped: 'gray',
};

const webhookColors: Record<WebhookCondition, string> = {
  healthy: 'teal',
  failing: 'yellow',
  paused: 'gray',
  disabled: 'red',
};

function DeliveryBadge({ condition }: { condition: DeliveryCondition }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`delivery_condition_hint.${condition}`)} multiline maw={300}>
      <StatusBadge color={deliveryColors[condition]}>{t(`delivery_condition.${condition}`)}</StatusBadge>
    </Tooltip>
  );
}

/** "Retrying · attempt 3 of 10 · next in 4 minutes": everything that a waiting delivery is about. */
export function DeliveryStanding({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const { condition, attempts_made, attempts_max, next_attempt_at } = delivery;
  const attempt = number(Math.min(attempts_made + 1, attempts_max));
  return (
    <Group gap={6}>
      <DeliveryBadge condition={condition} />
      {condition === 'retrying' && (
        <Text size="xs" c="dimmed" component="span">
          {t('delivery.attempt_of', { attempt, total: number(attempts_max) })}
          {' · '}
          <NextMoment at={next_attempt_at} />
        </Text>
      )}
    </Group>
  );
}

export function WebhookBadge({ condition }: { condition: WebhookCondition }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`webhook_condition_hint.${condition}`)} multiline maw={300}>
      <StatusBadge color={webhookColors[condition]}>{t(`webhook_condition.${condition}`)}</StatusBadge>
    </Tooltip>
  );
}
