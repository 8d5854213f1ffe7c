// Throws a draft away.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { deleteCampaign } from '../../queries/campaigns.ts';

export function DeleteDraft({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ask, change, dialog } = useAskFirst(deleteCampaign, () => navigate({ to: '/campaigns' }));
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={ask}>
        {t('campaign_delete.button')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('campaign_delete.title')}
        confirm={t('campaign_delete.button')}
        isDangerous
        onConfirm={() => change.mutate(campaign.id)}
      >
        <Text size="sm">{t('campaign_delete.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
