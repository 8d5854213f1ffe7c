// One step in the life of a campaign. A duplicate is a new draft, and is gone to.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type CampaignMove, moveCampaign } from '../../../queries/campaigns.ts';

interface MoveOptions {
  readonly onDone?: () => void;
  readonly onError?: (error: Error) => void;
}

export function useMove(campaign: Campaign, move: CampaignMove, { onDone, onError }: MoveOptions) {
  const openDraft = useOpenDraft();
  return useMutation({
    ...moveCampaign,
    mutationFn: () => moveCampaign.mutationFn({ id: campaign.id, move }),
    ...(onError && { onError }),
    onSuccess: async (moved) => {
      onDone?.();
      if (move === 'duplicate') await openDraft(moved);
    },
  });
}

export function useOpenDraft(): (draft: Campaign) => Promise<void> {
  const navigate = useNavigate();
  return (draft) => navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId: draft.id } });
}
