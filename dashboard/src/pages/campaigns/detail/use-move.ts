// One step in the life of a campaign. A duplicate is a new draft, and is gone to.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type CampaignMove, campaignKey, campaignsKey, moveCampaign } from '../../../queries/campaigns.ts';

interface MoveOptions {
  readonly onDone?: () => void;
  readonly onError?: (error: Error) => void;
}

export function useMove(campaign: Campaign, move: CampaignMove, { onDone, onError }: MoveOptions) {
  const queryClient = useQueryClient();
  const openDraft = useOpenDraft();
  return useMutation({
    mutationFn: () => moveCampaign(campaign.id, move),
    ...(onError && { onError }),
    onSuccess: async (moved) => {
      onDone?.();
      if (move === 'duplicate') return await openDraft(moved);
      queryClient.setQueryData(campaignKey(moved.id), moved);
      await queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  });
}

export function useOpenDraft(): (draft: Campaign) => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (draft) => {
    queryClient.setQueryData(campaignKey(draft.id), draft);
    await navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId: draft.id } });
    await queryClient.invalidateQueries({ queryKey: [...campaignsKey, 'list'] });
  };
}
