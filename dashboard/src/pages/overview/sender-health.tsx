// Senders that do not work; silent when all do.

import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/route-link.tsx';
import { sendersQuery } from '../../queries/senders.ts';

export function SenderHealth() {
  const { t } = useTranslation();
  const senders = useQuery({ ...sendersQuery, refetchInterval: 10_000 }).data ?? [];
  const broken = senders.filter(({ state }) => state !== 'connected');
  if (broken.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={t('overview.senders_broken')}>
      <Stack gap={4}>
        {broken.map((sender) => (
          <RouteLink key={sender.id} to="/senders/$senderId" params={{ senderId: sender.id }} size="sm">
            <bdi>{sender.name}</bdi>: {t(`sender_state.${sender.state}`)}
          </RouteLink>
        ))}
      </Stack>
    </Alert>
  );
}
