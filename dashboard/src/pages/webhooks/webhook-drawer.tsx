// One webhook: how it is doing, what it gets, and what can be done.

import type { WebhookDetail } from '@hudhud/contract/webhooks.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '../../i18n/i18n.ts';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { SmallRouteButton } from '../../parts/page/route-link.tsx';
import { WebhookBadge } from '../../parts/state/delivery-state.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useMay } from '../../queries/account.ts';
import { webhookQuery } from '../../queries/webhooks.ts';
import { RecoverWebhook } from './recover-webhook.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { useWebhookId, useWebhookPlaces } from './webhook-places.ts';

const WebhookTraffic = lazy(async () => {
  const [page] = await Promise.all([import('./webhook-traffic.tsx'), needTexts('logs')]);
  return page;
});

export function WebhookDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useWebhookPlaces();
  const query = useQuery(webhookQuery(useWebhookId()));
  return (
    <DetailDrawer
      title={t('webhook.title')}
      query={query}
      onClosed={() => void navigate({ to: places.list })}
    >
      {(webhook) => <Details key={webhook.id} webhook={webhook} />}
    </DetailDrawer>
  );
}

function Details({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  const mayChange = useMay('admin');
  const failure = webhook.reason ?? (webhook.health.failing_since ? webhook.health.last_failure : null);
  return (
    <Stack gap="lg" pb="xl">
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <WebhookBadge condition={webhook.condition} />
          <Text size="sm" c="dimmed">
            {t(`webhook_condition_hint.${webhook.condition}`)}
          </Text>
        </Group>
        <LeftToRight mono fw={600} style={{ overflowWrap: 'anywhere', alignSelf: 'flex-start' }}>
          {webhook.url}
        </LeftToRight>
      </Stack>
      {failure && <FailureAlert failure={failure} color={webhook.state === 'disabled' ? 'red' : 'yellow'} />}
      <WebhookActions webhook={webhook} />
      <Group gap="xs">
        <SmallRouteButton to="/deliveries" search={{ webhook_id: webhook.id }} icon={IconWorldUpload}>
          {t('webhook.open_deliveries')}
        </SmallRouteButton>
        {mayOperate && <RecoverWebhook webhook={webhook} />}
        {mayChange && <RotateSecret webhook={webhook} />}
      </Group>
      <Suspense fallback={<Skeleton height={150} />}>
        <WebhookTraffic webhookId={webhook.id} />
      </Suspense>
      <WebhookFields webhook={webhook} />
    </Stack>
  );
}
