// What the states of a delivery and of a webhook look like.

import type { DeliveryState } from '@hudhud/contract/deliveries.ts';
import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from './status-badge.tsx';

export const deliveryColors: Record<DeliveryState, string> = {
  waiting: 'blue',
  delivered: 'teal',
  failed: 'red',
  skipped: 'gray',
};
export const deliveryStates = Object.keys(deliveryColors) as DeliveryState[];

const webhookColors: Record<WebhookState, string> = { active: 'teal', paused: 'gray', disabled: 'red' };

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`delivery_state_hint.${state}`)} multiline maw={300}>
      <StatusBadge color={deliveryColors[state]}>{t(`delivery_state.${state}`)}</StatusBadge>
    </Tooltip>
  );
}

export function WebhookStateBadge({ state }: { state: WebhookState }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`webhook_state_hint.${state}`)} multiline maw={300}>
      <StatusBadge color={webhookColors[state]}>{t(`webhook_state.${state}`)}</StatusBadge>
    </Tooltip>
  );
}
