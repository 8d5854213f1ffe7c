// The company's webhooks: where its events go, and whether they arrive.

import type { Webhook } from '@hudhud/contract/webhooks.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
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
import { WebhookBadge } from '../../parts/state/delivery-state.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useMay } from '../../queries/account.ts';
import { webhooksQuery } from '../../queries/webhooks.ts';
import { useWebhookPlaces } from './webhook-places.ts';

export function WebhooksPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('nav.webhooks')} subtitle={t('webhook.subtitle')}>
        <AddWebhook />
      </PageHeader>
      <WebhookCards />
      <Outlet />
    </>
  );
}

/** The same within the company's Edit page, which has a heading of its own. */
export function WebhooksSection() {
  const { t } = useTranslation();
  return (
    <Stack>
      <SectionHead subtitle={t('webhook.subtitle')}>
        <AddWebhook />
      </SectionHead>
      <WebhookCards />
      <Outlet />
    </Stack>
  );
}

function AddWebhook() {
  const { t } = useTranslation();
  const places = useWebhookPlaces();
  if (!useMay('admin')) return null;
  return (
    <RouteButton to={places.add} leftSection={<IconPlus size={16} />}>
      {t('webhook.add')}
    </RouteButton>
  );
}

function WebhookCards() {
  const { t } = useTranslation();
  const query = useQuery({ ...webhooksQuery, refetchInterval: 5_000 });
  if (query.isPending) return <Skeleton height={180} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={IconWebhook} title={t('webhook.empty')} hint={t('webhook.empty_hint')} />
      </Panel>
    );
  }
  return (
    <Stack gap="md">
      {query.data.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
    </Stack>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const nameOf = useEventName();
  const { t } = useTranslation();
  const places = useWebhookPlaces();
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <RouteLink to={places.one(webhook.id)} c="inherit" fw={600}>
              <LeftToRight mono style={{ overflowWrap: 'anywhere' }}>
                {webhook.url}
              </LeftToRight>
            </RouteLink>
            {webhook.description !== '' && (
              <Text size="sm" c="dimmed">
                <bdi>{webhook.description}</bdi>
              </Text>
            )}
          </Stack>
          <WebhookBadge condition={webhook.condition} />
        </Group>
        <Group gap="xs">
          {webhook.events.length === 0 && <StatusBadge color="gray">{t('webhook.all_events')}</StatusBadge>}
          {webhook.events.map((event) => (
            <StatusBadge key={event} color="gray">
              {nameOf(event)}
            </StatusBadge>
          ))}
        </Group>
        <Health webhook={webhook} />
      </Stack>
    </Panel>
  );
}

function Health({ webhook: { health } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  if (health.failing_since && health.last_failure) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        <FailureTitle failure={health.last_failure} /> · {t('webhook.failing_since')}{' '}
        <MomentAgo at={health.failing_since} />
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {t('webhook.last_success')}:{' '}
      {health.last_success_at ? <MomentAgo at={health.last_success_at} /> : t('webhook.never')}
    </Text>
  );
}
