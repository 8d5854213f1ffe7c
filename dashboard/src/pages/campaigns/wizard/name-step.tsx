// Another name for a draft.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameInput } from './name-input.tsx';
import { StepFrame } from './step-frame.tsx';
import { useSaveStep } from './use-save-step.ts';

export function NameStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [name, setName] = useState(campaign.name);
  const save = useSaveStep(campaign);
  const written = name.trim();
  const change: CampaignChange = written === '' || written === campaign.name ? {} : { name: written };
  return (
    <StepFrame
      step="name"
      error={save.error}
      isSaving={save.isPending}
      onLeave={(to) => save.mutate({ change, to })}
      onNext={() => {
        if (written !== '') save.mutate({ change, to: 'audience' });
      }}
    >
      <NameInput value={name} onChange={setName} error={written === '' && t('campaign_name.missing')} />
    </StepFrame>
  );
}
