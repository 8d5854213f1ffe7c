// Replaces the secret of a webhook and shows the new one once.

import type { WebhookDetail } from '@hudhud/contract/webhooks.ts';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { rotateSecret } from '../../queries/webhooks.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function RotateSecret({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => rotateSecret(webhook.id),
    onSuccess: async () => {
      close();
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={16} />} onClick={open}>
        {t('webhook.rotate')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('webhook.rotate_title')}
        confirm={t('webhook.rotate_confirm')}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      >
        <Text size="sm">{t('webhook.rotate_explain')}</Text>
        {rotate.isError && <ErrorAlert error={rotate.error} />}
      </ConfirmDialog>
      <SecretDialog secret={rotate.data?.secret ?? null} onClose={rotate.reset} />
    </>
  );
}
