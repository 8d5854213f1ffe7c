// Webhook Logs, by event: each on its way to a webhook, with its attempts, until it was taken or given up.

import { Group } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListPage, useLive } from '../../parts/list/list-page.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { LogTabs } from '../../parts/page/log-tabs.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { deliveriesQuery } from '../../queries/deliveries.ts';
import { webhookQuery } from '../../queries/webhooks.ts';
import { RecoverWebhook } from '../webhooks/recover-webhook.tsx';
import { DeliveryPhoneRow, useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';

const route = getRouteApi('/app/deliveries');

export function DeliveriesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const live = useLive();
  const query = useInfiniteQuery({ ...deliveriesQuery(filters), refetchInterval: live.refetchInterval });
  return (
    <ListPage
      name={t('nav.calls')}
      subtitle={t('delivery.subtitle')}
      live={live}
      query={query}
      filters={filters}
      filterBar={
        <>
          <LogTabs />
          <DeliveryFilterBar
            filters={filters}
            onChange={(next) => void navigate({ search: next, replace: true })}
          />
          {filters.webhook_id && <RecoverHere webhookId={filters.webhook_id} />}
        </>
      }
      columns={useDeliveryColumns()}
      phoneRow={(delivery) => <DeliveryPhoneRow delivery={delivery} />}
      onOpen={({ id }) =>
        void navigate({ to: '/deliveries/$deliveryId', params: { deliveryId: id }, search: true })
      }
      empty={<NoDeliveries />}
    />
  );
}

/** With one webhook in sight, what it missed can be sent again from here. */
function RecoverHere({ webhookId }: { webhookId: string }) {
  const webhook = useQuery(webhookQuery(webhookId)).data;
  const mayOperate = useMay('operator');
  return (
    webhook &&
    mayOperate && (
      <Group mb="md">
        <RecoverWebhook webhook={webhook} />
      </Group>
    )
  );
}

function NoDeliveries() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconWebhook} title={t('delivery.empty')} hint={t('delivery.empty_hint')}>
      <RouteButton to="/webhooks" mt="xs">
        {t('delivery.to_webhooks')}
      </RouteButton>
    </EmptyState>
  );
}
