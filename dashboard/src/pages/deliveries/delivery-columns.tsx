// The columns of the list of deliveries, and its row on a phone.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { DeliveryStanding } from '../../parts/state/delivery-state.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { webhooksQuery } from '../../queries/webhooks.ts';

export function useDeliveryColumns(): RecordColumn<Delivery>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'created_at', title: t('delivery.created'), width: 140, render: Created },
    { accessor: 'event', title: t('filter.event'), width: 150, render: EventCell },
    { accessor: 'webhook_id', title: t('filter.webhook'), render: Target },
    { accessor: 'state', title: t('filter.state'), width: 220, render: State },
    { accessor: 'answer_status', title: t('call.status'), width: 90, render: Answer },
    { accessor: 'attempts_made', title: t('delivery.attempts'), width: 80, render: Attempts },
  ];
}

const Created = ({ created_at }: Delivery) => <MomentCell at={created_at} />;
const EventCell = (delivery: Delivery) => <DeliveryLink delivery={delivery} />;
const Target = ({ webhook_id }: Delivery) => <WebhookName id={webhook_id} />;
const State = (delivery: Delivery) => <DeliveryStanding delivery={delivery} />;
const Attempts = ({ attempts_made }: Delivery) => <Text size="sm">{attempts_made}</Text>;

const Answer = ({ answer_status, error_class }: Delivery) => (
  <Stack gap={2} align="flex-start">
    {answer_status !== null && <HttpStatusBadge status={answer_status} />}
    {/* An answer says more than the word for it. */}
    {error_class && answer_status === null && (
      <Text size="xs" c="dimmed">
        <LeftToRight mono>{error_class}</LeftToRight>
      </Text>
    )}
  </Stack>
);

/** Cut to fit into a row, unless it has a line of its own. */
export function WebhookName({ id, isWhole = false }: { id: string; isWhole?: boolean }) {
  const webhook = useQuery(webhooksQuery).data?.find((one) => one.id === id);
  return (
    <LeftToRight
      mono
      display="inline-block"
      maw={isWhole ? '100%' : 'var(--hudhud-address-narrow)'}
      truncate
      style={{ verticalAlign: 'bottom' }}
      title={webhook?.url ?? id}
    >
      {webhook?.url ?? id}
    </LeftToRight>
  );
}

/** The way into the details for the keyboard; the mouse may click anywhere in the row. */
function DeliveryLink({ delivery }: { delivery: Delivery }) {
  const nameOf = useEventName();
  return (
    <RouteLink
      to="/deliveries/$deliveryId"
      params={{ deliveryId: delivery.id }}
      search={true}
      size="sm"
      c="inherit"
      fw={550}
      style={{ whiteSpace: 'nowrap' }}
    >
      {nameOf(delivery.event)}
    </RouteLink>
  );
}

export function DeliveryPhoneRow({ delivery }: { delivery: Delivery }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <DeliveryLink delivery={delivery} />
        <MomentAgo at={delivery.created_at} />
      </Group>
      <WebhookName id={delivery.webhook_id} />
      <DeliveryStanding delivery={delivery} />
    </Stack>
  );
}
