// What the conditions of a delivery and of a webhook look like: one state machine for people, the same on every page.

import type { DeliveryCondition, WebhookCondition } from '@hudhud/contract/conditions.ts';
import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { tip } from '../text/shared-tooltip.tsx';
import { NextMoment } from '../time/moment.tsx';
import { useTimeText } from '../time/use-time-text.ts';
import { StatusBadge } from './status-badge.tsx';
import type { StatusColor } from './status-color.ts';

export const deliveryColors: Record<DeliveryCondition, StatusColor> = {
  pending: 'gray',
  retrying: 'yellow',
  delivered: 'teal',
  failed: 'red',
  skipped: 'gray',
};

const webhookColors: Record<WebhookCondition, StatusColor> = {
  healthy: 'teal',
  failing: 'yellow',
  paused: 'gray',
  disabled: 'red',
};

function DeliveryBadge({ condition }: { condition: DeliveryCondition }) {
  const { t } = useTranslation();
  return (
    <StatusBadge color={deliveryColors[condition]} {...tip(t(`delivery_condition_hint.${condition}`))}>
      {t(`delivery_condition.${condition}`)}
    </StatusBadge>
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
        <Text size="xs" c="dimmed" component="span" style={{ whiteSpace: 'nowrap' }}>
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
    <StatusBadge color={webhookColors[condition]} {...tip(t(`webhook_condition_hint.${condition}`))}>
      {t(`webhook_condition.${condition}`)}
    </StatusBadge>
  );
}
