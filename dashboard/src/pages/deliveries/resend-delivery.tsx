// Sends a delivery again: also one that was accepted, should the customer's system have lost it.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Button, Stack } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useMay } from '../../queries/account.ts';
import { resendDelivery } from '../../queries/deliveries.ts';

export function ResendDelivery({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  const resend = useMutation({
    ...resendDelivery,
    onSuccess: () => showDone(t('delivery.resent')),
  });
  if (!mayOperate) return null;
  return (
    <Stack gap="sm">
      <Button
        variant={delivery.state === 'delivered' ? 'default' : 'filled'}
        leftSection={<IconRepeat size={16} />}
        loading={resend.isPending}
        onClick={() => resend.mutate(delivery.id)}
        w="fit-content"
      >
        {t('delivery.resend')}
      </Button>
      {resend.isError && <ErrorAlert error={resend.error} />}
    </Stack>
  );
}
