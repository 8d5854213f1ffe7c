// Sends a delivery again: also one that was taken, should the customer's system have lost it.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { useMay } from '../../queries/account.ts';
import { resendDelivery } from '../../queries/deliveries.ts';

export function ResendDelivery({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const mayOperate = useMay('operator');
  const resend = useMutation({
    mutationFn: () => resendDelivery(delivery.id),
    onSuccess: () => notifications.show({ color: 'teal', message: t('delivery.resent') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  if (!mayOperate) return null;
  return (
    <Stack gap="sm">
      <Button
        variant={delivery.state === 'delivered' ? 'default' : 'filled'}
        leftSection={<IconRepeat size={16} />}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
        w="fit-content"
      >
        {t('delivery.resend')}
      </Button>
      {resend.isError && <ErrorAlert error={resend.error} />}
    </Stack>
  );
}
