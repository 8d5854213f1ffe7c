// Saves what a step changed in the draft and goes on, or back. The draft is the gateway's: a reload loses nothing.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { campaignKey, changeCampaign } from '../../../queries/campaigns.ts';
import type { Step } from '../campaign-filters.ts';

interface Save {
  readonly change: CampaignChange;
  readonly to: Step;
  /** Done once it is saved, before the next step is shown. */
  readonly onSaved?: () => void;
}

export function useSaveStep(campaign: Campaign) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ change }: Save) =>
      Object.keys(change).length === 0 ? campaign : await changeCampaign(campaign.id, change),
    onSuccess: async (changed, { to, onSaved }) => {
      onSaved?.();
      queryClient.setQueryData(campaignKey(changed.id), changed);
      await navigate({
        to: '/campaigns/$campaignId/edit',
        params: { campaignId: changed.id },
        search: { step: to },
      });
    },
  });
}
