// Routes: the first that fits a message decides which sender carries it.

import type { Route, SaveRoutesBody } from '@hudhud/contract/routes.ts';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowUp, IconPlus, IconRoute } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { EditButton } from '../../parts/form/edit-button.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { SectionHead } from '../../parts/page/section-head.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useMay } from '../../queries/account.ts';
import { routesQuery, saveRoutes } from '../../queries/routes.ts';
import { sendersQuery } from '../../queries/senders.ts';
import { storesQuery } from '../../queries/stores.ts';
import { RouteDialog } from './route-dialog.tsx';

export function RoutesSection() {
  const { t } = useTranslation();
  const mayChange = useMay('admin');
  const [isAdding, { open, close }] = useDisclosure(false);
  const query = useQuery(routesQuery);
  const routes = query.data ?? [];
  return (
    <Stack>
      <SectionHead subtitle={t('route.subtitle')}>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {t('route.add')}
          </Button>
        )}
      </SectionHead>
      {query.isPending && <Skeleton height={160} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && routes.length === 0 && (
        <EmptyState icon={IconRoute} title={t('route.none')} hint={t('route.none_hint')} />
      )}
      {routes.map((route, index) => (
        <RouteCard key={route.id} routes={routes} index={index} route={route} mayChange={mayChange} />
      ))}
      <RouteDialog routes={routes} route={null} isOpen={isAdding} onClose={close} />
    </Stack>
  );
}

interface RouteCardProps {
  routes: readonly Route[];
  index: number;
  route: Route;
  mayChange: boolean;
}

function RouteCard({ routes, index, route, mayChange }: RouteCardProps) {
  const { t } = useTranslation();
  const { data: senders = [] } = useQuery(sendersQuery);
  const nameOf = (id: string) => senders.find((sender) => sender.id === id)?.name ?? id;
  return (
    <Panel p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 18rem">
          <Text fw={600}>
            {index + 1}. <bdi>{route.name}</bdi>
          </Text>
          <Conditions route={route} />
          <Text size="sm" component="div">
            {t('route.order')}:{' '}
            {route.senders.map((id, place) => (
              <span key={id}>
                {place > 0 && ' › '}
                <bdi>{nameOf(id)}</bdi>
              </span>
            ))}
          </Text>
          {route.senders.length > 1 && (
            <Text size="sm" c="dimmed">
              {t('route.takes_over', { count: route.after_minutes })}
            </Text>
          )}
        </Stack>
        {mayChange && <RouteActions routes={routes} index={index} route={route} />}
      </Group>
    </Panel>
  );
}

function Conditions({ route }: { route: Route }) {
  const { t } = useTranslation();
  const { data: stores = [] } = useQuery(storesQuery);
  const store = stores.find(({ id }) => id === route.store_id)?.name ?? route.store_id;
  if (!store && !route.tag && !route.country_prefix) {
    return (
      <Text size="sm" c="dimmed">
        {t('route.everybody')}
      </Text>
    );
  }
  return (
    <Group gap="xs">
      {route.country_prefix && (
        <Badge variant="light" tt="none">
          <LeftToRight>+{route.country_prefix}</LeftToRight>
        </Badge>
      )}
      {store && (
        <Badge variant="light" tt="none">
          {t('route.of_store', { store })}
        </Badge>
      )}
      {route.tag && (
        <Badge variant="light" tt="none">
          {t('route.with_tag', { tag: route.tag })}
        </Badge>
      )}
    </Group>
  );
}

function RouteActions({ routes, index, route }: Omit<RouteCardProps, 'mayChange'>) {
  const { t } = useTranslation();
  const [isEditing, { open, close }] = useDisclosure(false);
  const move = useMutation(saveRoutes);
  return (
    <Group gap="xs">
      {index > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowUp size={14} />}
          aria-label={t('route.move_up_named', { name: route.name })}
          loading={move.isPending}
          onClick={() => move.mutate({ routes: movedUp(routes, index) })}
        >
          {t('route.move_up')}
        </Button>
      )}
      <EditButton label={t('route.edit_named', { name: route.name })} onClick={open} />
      <DeleteButton
        title={t('route.delete_title')}
        explain={t('route.delete_explain', { name: route.name })}
        confirm={t('route.delete_confirm')}
        done={t('route.deleted')}
        label={t('route.delete_named', { name: route.name })}
        remove={{
          ...saveRoutes,
          mutationFn: (id: string) =>
            saveRoutes.mutationFn({ routes: routes.filter((other) => other.id !== id) }),
        }}
        id={route.id}
      />
      <RouteDialog routes={routes} route={route} isOpen={isEditing} onClose={close} />
    </Group>
  );
}

function movedUp(routes: readonly Route[], index: number): SaveRoutesBody['routes'] {
  const moved = [...routes];
  const [route] = moved.splice(index, 1);
  if (route) moved.splice(index - 1, 0, route);
  return moved;
}
