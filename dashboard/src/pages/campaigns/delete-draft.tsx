// Throws a draft away.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { deleteCampaign } from '../../queries/campaigns.ts';

export function DeleteDraft({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const mutation = useMutation({
    ...deleteCampaign,
    onSuccess: () => navigate({ to: '/campaigns' }),
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={open}>
        {t('campaign_delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('campaign_delete.title')}
        confirm={t('campaign_delete.button')}
        isDangerous
        isPending={mutation.isPending}
        error={mutation.error}
        onConfirm={() => mutation.mutate(campaign.id)}
        onClose={close}
      >
        <Text size="sm">{t('campaign_delete.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
