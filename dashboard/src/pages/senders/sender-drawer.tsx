// One sender: whether it works and why not, what to paste at the provider, and what can be done.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconActivity, IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { SmallRouteButton } from '../../parts/page/route-link.tsx';
import { SenderStateBadge, StatusBadge } from '../../parts/state/status-badge.tsx';
import { senderQuery } from '../../queries/senders.ts';
import { CallbackSetup } from './callback-setup.tsx';
import { HealthPanel } from './health-panel.tsx';
import { SenderActions } from './sender-actions.tsx';
import { SenderFields } from './sender-fields.tsx';
import { useSenderId, useSenderPlaces } from './sender-places.ts';

export function SenderDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useSenderPlaces();
  const query = useQuery(senderQuery(useSenderId()));
  return (
    <DetailDrawer
      title={query.data?.name ?? t('sender.title')}
      query={query}
      onClosed={() => void navigate({ to: places.list })}
    >
      {(sender) => <Details key={sender.id} sender={sender} />}
    </DetailDrawer>
  );
}

function Details({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <SenderStateBadge state={sender.state} />
        {sender.is_default && <StatusBadge color="cinnamon">{t('sender.default')}</StatusBadge>}
        {sender.is_simulated && <StatusBadge color="gray">{t('sender.simulated')}</StatusBadge>}
      </Group>
      <Text size="sm" c="dimmed">
        {t(`sender_state_hint.${sender.state}`)}
      </Text>
      {sender.failure && (
        <FailureAlert failure={sender.failure} color={sender.state === 'suspended' ? 'red' : 'yellow'} />
      )}
      <SenderActions sender={sender} />
      <Group gap="sm">
        {sender.is_simulated && (
          <SmallRouteButton to="/phone" search={{ sender: sender.id }} icon={IconDeviceMobileMessage}>
            {t('sender.open_phone')}
          </SmallRouteButton>
        )}
        <SmallRouteButton to="/calls" search={{ sender_id: sender.id }} icon={IconActivity}>
          {t('sender.open_calls')}
        </SmallRouteButton>
      </Group>
      <HealthPanel sender={sender} />
      <CallbackSetup sender={sender} />
      <SenderFields sender={sender} />
    </Stack>
  );
}
