// The first step of a campaign: a name, which makes the draft.

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { createCampaign } from '../../../queries/campaigns.ts';
import { NameInput } from './name-input.tsx';
import { StepFrame } from './step-frame.tsx';

export function NewCampaignPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = name.trim() === '';
  const create = useMutation({
    ...createCampaign,
    // Going back leads to the list, not to a second draft.
    onSuccess: (made) =>
      navigate({
        to: '/campaigns/$campaignId/edit',
        params: { campaignId: made.id },
        search: { step: 'audience' },
        replace: true,
      }),
  });
  return (
    <>
      <PageHeader title={t('campaign_name.new')} subtitle={t('campaign_name.new_subtitle')} />
      <Panel>
        <StepFrame
          step="name"
          error={create.error}
          isSaving={create.isPending}
          onNext={() => {
            setIsChecked(true);
            if (!isMissing && !create.isPending) create.mutate({ name: name.trim() });
          }}
        >
          <NameInput
            value={name}
            onChange={setName}
            error={isChecked && isMissing && t('campaign_name.missing')}
          />
        </StepFrame>
      </Panel>
    </>
  );
}
