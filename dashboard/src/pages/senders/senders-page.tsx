// The company's WhatsApp numbers: whether each works, and why not.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { SectionHead } from '../../parts/page/section-head.tsx';
import { SenderStateBadge, StatusBadge } from '../../parts/state/status-badge.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useMay } from '../../queries/account.ts';
import { sendersQuery } from '../../queries/senders.ts';
import { HealthBadges } from './health-panel.tsx';
import { SenderNumber } from './sender-number.tsx';
import { useSenderPlaces } from './sender-places.ts';
import { useStoreName } from './store-name.ts';

export function SendersPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('nav.senders')} subtitle={t('sender.subtitle')}>
        <AddSender />
      </PageHeader>
      <SenderCards />
      <Outlet />
    </>
  );
}

/** The same within the company's Edit page, which has a heading of its own. */
export function SendersSection() {
  const { t } = useTranslation();
  return (
    <Stack>
      <SectionHead subtitle={t('sender.subtitle')}>
        <AddSender />
      </SectionHead>
      <SenderCards />
      <Outlet />
    </Stack>
  );
}

function AddSender() {
  const { t } = useTranslation();
  const places = useSenderPlaces();
  if (!useMay('admin')) return null;
  return (
    <RouteButton to={places.add} leftSection={<IconPlus size={16} />}>
      {t('sender.add')}
    </RouteButton>
  );
}

function SenderCards() {
  const { t } = useTranslation();
  const query = useQuery({ ...sendersQuery, refetchInterval: 5_000 });
  if (query.isPending) return <Skeleton height={180} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={IconDeviceMobile} title={t('sender.empty')} hint={t('sender.empty_hint')} />
      </Panel>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {query.data.map((sender) => (
        <SenderCard key={sender.id} sender={sender} />
      ))}
    </SimpleGrid>
  );
}

function SenderCard({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const places = useSenderPlaces();
  const storeName = useStoreName();
  return (
    <Panel>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <RouteLink to={places.one(sender.id)} c="inherit" fw={600}>
              <bdi>{sender.name}</bdi>
            </RouteLink>
            <Text size="sm" c="dimmed">
              <SenderNumber sender={sender} />
            </Text>
          </Stack>
          <SenderStateBadge state={sender.state} />
        </Group>
        <Group gap="xs">
          {sender.is_default && <StatusBadge color="cinnamon">{t('sender.default')}</StatusBadge>}
          {sender.is_simulated && <StatusBadge color="gray">{t('sender.simulated')}</StatusBadge>}
          {sender.store_id !== null && (
            <StatusBadge color="gray">
              <bdi>{storeName(sender.store_id)}</bdi>
            </StatusBadge>
          )}
          {sender.health && <HealthBadges health={sender.health} />}
          <StatusBadge color="gray">{t('sender.pace', { count: sender.messages_per_second })}</StatusBadge>
        </Group>
        {sender.failure && (
          <Text size="sm" c="var(--mantine-color-error)">
            <FailureTitle failure={sender.failure} />
          </Text>
        )}
        <Text size="sm" c="dimmed" mt="auto">
          {t('sender.last_callback')}:{' '}
          {sender.last_callback_at ? <MomentAgo at={sender.last_callback_at} /> : t('sender.no_callback')}
        </Text>
      </Stack>
    </Panel>
  );
}
