// Steering a campaign. Pausing is done at once, because it stops something; what sends or ends for good asks first.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '../../../parts/error/use-error-toast.ts';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { RouteButton } from '../../../parts/page/route-link.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { useMay } from '../../../queries/account.ts';
import { DeleteDraft } from '../delete-draft.tsx';
import { RetryCampaign } from './retry-campaign.tsx';
import { useMove } from './use-move.ts';

const canPause: readonly Campaign['state'][] = ['scheduled', 'preparing', 'running'];

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { state } = campaign;
  if (!useMay('operator')) return null;
  if (state === 'draft') {
    return (
      <Group gap="sm">
        <DeleteDraft campaign={campaign} />
        <RouteButton
          to="/campaigns/$campaignId/edit"
          params={{ campaignId: campaign.id }}
          leftSection={<IconPencil size={16} />}
        >
          {t('campaign_page.go_on')}
        </RouteButton>
      </Group>
    );
  }
  return (
    <Group gap="sm">
      <Duplicate campaign={campaign} />
      <RetryCampaign campaign={campaign} />
      {(canPause.includes(state) || state === 'paused') && <AskedMove campaign={campaign} move="cancel" />}
      {canPause.includes(state) && <Pause campaign={campaign} />}
      {state === 'paused' && <AskedMove campaign={campaign} move="resume" />}
    </Group>
  );
}

function Pause({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const move = useMove(campaign, 'pause', { onError: useErrorToast()(t('campaign_move.failed')) });
  return (
    <Button
      leftSection={<IconPlayerPause size={16} />}
      loading={move.isPending}
      onClick={() => move.mutate()}
    >
      {t('campaign_move.pause')}
    </Button>
  );
}

function Duplicate({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const move = useMove(campaign, 'duplicate', { onError: useErrorToast()(t('campaign_move.failed')) });
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} />}
      loading={move.isPending}
      onClick={() => move.mutate()}
    >
      {t('campaign_move.duplicate')}
    </Button>
  );
}

interface AskedMoveProps {
  campaign: Campaign;
  move: 'resume' | 'cancel';
}

/** Says how many are left, who will get the message or will not. */
function AskedMove({ campaign, move }: AskedMoveProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const change = useMove(campaign, move, { onDone: close });
  const left = campaign.counts.waiting + campaign.counts.queued;
  const isEnd = move === 'cancel';
  return (
    <>
      <Button
        variant={isEnd ? 'default' : 'filled'}
        leftSection={isEnd ? <IconPlayerStop size={16} /> : <IconPlayerPlay size={16} className="flip" />}
        onClick={open}
      >
        {t(`campaign_move.${move}`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`campaign_move.${move}_title`)}
        confirm={t(`campaign_move.${move}`)}
        isDangerous={isEnd}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
        onClose={close}
      >
        <Text size="sm">{t(`campaign_move.${move}_explain`, { count: left, formatted: number(left) })}</Text>
      </ConfirmDialog>
    </>
  );
}
