// Webhook Logs, by event: each on its way to a webhook, with its attempts, until it was accepted or given up.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Group } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage, useLive } from '../../parts/list/list-page.tsx';
import { withoutTime, withoutUnset } from '../../parts/list/search-filters.ts';
import { useColumnChoice } from '../../parts/log/kept-choices.ts';
import { LogOverview } from '../../parts/log/log-overview.tsx';
import { LogTools } from '../../parts/log/log-tools.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { LogTabs } from '../../parts/page/log-tabs.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { deliveriesQuery } from '../../queries/deliveries.ts';
import { webhookQuery, webhooksQuery } from '../../queries/webhooks.ts';
import { RecoverWebhook } from '../webhooks/recover-webhook.tsx';
import { DeliveryPhoneRow, useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';
import { type DeliveryFilters, parseDeliveryFilters } from './delivery-filters.ts';
import { ResendSelected, useDeliverySelection } from './resend-selected.tsx';

const route = getRouteApi('/app/deliveries');

export function DeliveriesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const live = useLive();
  const query = useInfiniteQuery({ ...deliveriesQuery(filters), refetchInterval: live.refetchInterval });
  const columns = useColumnChoice('deliveries', useDeliveryColumns());
  const setFilters = (next: DeliveryFilters) => void navigate({ search: next, replace: true });
  const nameWebhook = useWebhookNames();
  const mayOperate = useMay('operator');
  const [selected, setSelected] = useState<Delivery[]>([]);
  const selection = useDeliverySelection(selected, setSelected);
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
          <LogOverview
            path="/deliveries"
            name={t('call.deliveries')}
            filters={filters}
            isMoving={live.isLive}
            timed="delivered"
            nameRoute={nameWebhook}
            onChooseTime={(time) => setFilters({ ...withoutTime(filters), ...time })}
            onChooseFailure={({ code, route: webhook_id }) =>
              setFilters(withoutUnset({ ...filters, text: code, webhook_id: webhook_id ?? undefined }))
            }
          />
          <DeliveryFilterBar filters={filters} onChange={setFilters} />
          <LogTools
            path="/deliveries"
            filters={filters}
            columns={columns}
            fixedColumn="event"
            onChange={(next) => setFilters(parseDeliveryFilters(next))}
          />
          <ResendSelected selected={selected} onClear={() => setSelected([])} />
          {filters.webhook_id && <RecoverHere webhookId={filters.webhook_id} />}
        </>
      }
      columns={columns.shown}
      {...(mayOperate ? { selection } : {})}
      phoneRow={(delivery) => <DeliveryPhoneRow delivery={delivery} />}
      onOpen={({ id }) =>
        void navigate({ to: '/deliveries/$deliveryId', params: { deliveryId: id }, search: true })
      }
      empty={<NoDeliveries />}
    />
  );
}

/** People know a webhook by its address. */
function useWebhookNames(): (id: string) => string {
  const webhooks = useQuery(webhooksQuery).data;
  return (id) => webhooks?.find((one) => one.id === id)?.url ?? id;
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
