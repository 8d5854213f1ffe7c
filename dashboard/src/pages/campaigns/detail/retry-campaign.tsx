// Makes a new draft for the people who did not get the campaign. People who may have got it are only written to again
// on purpose.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { retryCampaign } from '../../../queries/campaigns.ts';
import { useOpenDraft } from './use-move.ts';

const retriable = ['failed', 'unconfirmed', 'skipped', 'cancelled'] as const;
type Retriable = (typeof retriable)[number];

export function RetryCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const offered = retriable.filter((state) => campaign.counts[state] > 0);
  const [chosen, setChosen] = useState<readonly Retriable[]>(['failed']);
  const states = offered.filter((state) => chosen.includes(state));
  const openDraft = useOpenDraft();
  const retry = useMutation({
    ...retryCampaign,
    onSuccess: openDraft,
  });
  if (offered.length === 0) return null;
  const count = states.reduce((sum, state) => sum + campaign.counts[state], 0);
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={16} />} onClick={open}>
        {t('campaign_retry.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('campaign_retry.title')}
        confirm={t('campaign_retry.confirm', { count, formatted: number(count) })}
        isPending={retry.isPending}
        error={retry.error}
        onConfirm={() => {
          if (states.length > 0) retry.mutate({ id: campaign.id, body: { states } });
        }}
        onClose={close}
      >
        <Text size="sm">{t('campaign_retry.explain')}</Text>
        <Checkbox.Group
          label={t('campaign_retry.whom')}
          value={[...states]}
          onChange={(values) => setChosen(retriable.filter((state) => values.includes(state)))}
        >
          <Stack gap="xs" mt="xs">
            {offered.map((state) => (
              <Checkbox
                key={state}
                value={state}
                label={`${t(`recipient_state.${state}`)} (${number(campaign.counts[state])})`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {states.includes('unconfirmed') && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {t('campaign_retry.risk')}
          </Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
