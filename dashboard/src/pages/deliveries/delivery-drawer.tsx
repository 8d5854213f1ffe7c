// One delivery: where it stands, its attempts, and sending it again.

import type { DeliveryDetail } from '@hudhud/contract/deliveries.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { DeliveryStanding } from '../../parts/state/delivery-state.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentLine, NextMoment } from '../../parts/time/moment.tsx';
import { deliveryQuery } from '../../queries/deliveries.ts';
import { AttemptList } from './attempt-list.tsx';
import { WebhookName } from './delivery-columns.tsx';
import { ResendDelivery } from './resend-delivery.tsx';

const route = getRouteApi('/app/deliveries/$deliveryId');

export function DeliveryDrawer() {
  const { t } = useTranslation();
  const { deliveryId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(deliveryQuery(deliveryId));
  return (
    <DetailDrawer
      title={t('delivery.title')}
      query={query}
      onClosed={() => void navigate({ to: '/deliveries', search: true })}
    >
      {(delivery) => <Details key={delivery.id} delivery={delivery} />}
    </DetailDrawer>
  );
}

function Details({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Stack gap={6}>
        <DeliveryStanding delivery={delivery} />
        <Text size="sm" c="dimmed">
          {t(`delivery_condition_hint.${delivery.condition}`)}
        </Text>
      </Stack>
      <ResendDelivery delivery={delivery} />
      <Payload delivery={delivery} />
      <AttemptList attempts={delivery.attempts} />
      <DeliveryFields delivery={delivery} />
    </Stack>
  );
}

function Payload({ delivery: { payload } }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  if (payload) return <CodeBlock title={t('payload.title')} code={JSON.stringify(payload)} json />;
  return (
    <Text size="sm" c="dimmed">
      {t('payload.gone')}
    </Text>
  );
}

function DeliveryFields({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  return (
    <FieldList>
      <Field name={t('filter.event')}>{nameOf(delivery.event)}</Field>
      <Field name={t('filter.webhook')}>
        <RouteLink to="/webhooks/$webhookId" params={{ webhookId: delivery.webhook_id }}>
          <WebhookName id={delivery.webhook_id} isWhole />
        </RouteLink>
      </Field>
      {delivery.message_id && (
        <Field name={t('call.message')}>
          <RouteLink to="/messages/$messageId" params={{ messageId: delivery.message_id }}>
            <LeftToRight mono>{delivery.message_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      <Field name={t('delivery.created')}>
        <MomentLine at={delivery.created_at} />
      </Field>
      {delivery.next_attempt_at && (
        <Field name={t('message.next_attempt_at')}>
          <NextMoment at={delivery.next_attempt_at} />
        </Field>
      )}
      <Field name={t('delivery.event_id')}>
        <CopyableId id={delivery.event_id} what={t('delivery.event_id')} />
      </Field>
      <Field name={t('delivery.id')}>
        <CopyableId id={delivery.id} what={t('delivery.id')} />
      </Field>
    </FieldList>
  );
}
