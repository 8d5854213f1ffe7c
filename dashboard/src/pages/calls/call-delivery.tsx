// The delivery that a call was an attempt of: where it stands, its other attempts, and sending it again.

import type { Attempt, DeliveryDetail } from '@hudhud/contract/deliveries.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { DeliveryStateBadge } from '../../parts/state/delivery-state.tsx';
import { MomentAgo, MomentLine } from '../../parts/time/moment.tsx';
import { deliveryQuery } from '../../queries/deliveries.ts';
import { ResendDelivery } from '../deliveries/resend-delivery.tsx';
import { AnswerStatus } from './call-columns.tsx';
import styles from './call-delivery.module.css';

interface CallDeliveryProps {
  deliveryId: string;
  /** The attempt that is open. */
  callId: string;
}

export function CallDelivery({ deliveryId, callId }: CallDeliveryProps) {
  const { t } = useTranslation();
  const query = useQuery(deliveryQuery(deliveryId));
  if (query.isPending) return <Skeleton height={140} />;
  // The delivery may be gone before its calls; the call says the rest.
  if (query.isError) return null;
  return (
    <Panel
      title={t('delivery.attempts')}
      aside={
        <RouteLink to="/deliveries/$deliveryId" params={{ deliveryId }} size="sm">
          {t('action.open_delivery')}
        </RouteLink>
      }
      p="md"
    >
      <Stack gap="sm">
        <Standing delivery={query.data} />
        <ol className={styles.attempts}>
          {query.data.attempts.map((attempt) => (
            <AttemptLine key={attempt.call_id} attempt={attempt} isOpen={attempt.call_id === callId} />
          ))}
        </ol>
        <ResendDelivery delivery={query.data} />
      </Stack>
    </Panel>
  );
}

function Standing({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm">
      <DeliveryStateBadge state={delivery.state} />
      {delivery.next_attempt_at ? (
        <Text size="sm" component="div">
          {t('message.next_attempt_at')}: <MomentLine at={delivery.next_attempt_at} />
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`delivery_state_hint.${delivery.state}`)}
        </Text>
      )}
    </Group>
  );
}

function AttemptLine({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { t } = useTranslation();
  const name = t('delivery.attempt', { number: attempt.attempt });
  return (
    <li className={styles.attempt} {...(isOpen ? { 'aria-current': 'true' as const } : {})}>
      {isOpen ? (
        <Text size="sm" fw={650}>
          {name}
        </Text>
      ) : (
        <RouteLink to="/calls/$callId" params={{ callId: attempt.call_id }} search={true} size="sm">
          {name}
        </RouteLink>
      )}
      <AnswerStatus status={attempt.answer_status} />
      <MomentAgo at={attempt.started_at} />
    </li>
  );
}
