// Saves what a step changed in the draft and goes on, or back. The draft is the gateway's: a reload loses nothing.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changeCampaign } from '../../../queries/campaigns.ts';
import type { Step } from '../campaign-filters.ts';

interface Save {
  readonly change: CampaignChange;
  readonly to: Step;
  /** Done once it is saved, before the next step is shown. */
  readonly onSaved?: () => void;
}

export function useSaveStep(campaign: Campaign) {
  const navigate = useNavigate();
  return useMutation({
    ...changeCampaign,
    mutationFn: async ({ change }: Save) =>
      Object.keys(change).length === 0
        ? campaign
        : await changeCampaign.mutationFn({ id: campaign.id, body: change }),
    onSuccess: async (changed, { to, onSaved }) => {
      onSaved?.();
      await navigate({
        to: '/campaigns/$campaignId/edit',
        params: { campaignId: changed.id },
        search: { step: to },
      });
    },
  });
}
