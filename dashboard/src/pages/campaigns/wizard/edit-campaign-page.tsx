// A draft, at an address that says which step it is at.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { useMay } from '../../../queries/account.ts';
import { campaignQuery } from '../../../queries/campaigns.ts';
import type { Step } from '../campaign-filters.ts';
import { DeleteDraft } from '../delete-draft.tsx';
import { AudienceStep } from './audience-step.tsx';
import { CheckStep } from './check-step.tsx';
import { MessageStep } from './message-step.tsx';
import { NameStep } from './name-step.tsx';
import { SendingStep } from './sending-step.tsx';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

export function EditCampaignPage() {
  const { t } = useTranslation();
  const { campaignId } = route.useParams();
  const query = useQuery(campaignQuery(campaignId));
  const campaign = query.data;
  const mayChange = useMay('operator');
  if (campaign && campaign.state !== 'draft') {
    return <Navigate to="/campaigns/$campaignId" params={{ campaignId }} replace />;
  }
  return (
    <>
      <PageHeader title={campaign?.name ?? '…'} subtitle={t('campaign_name.draft_subtitle')}>
        {campaign && mayChange && <DeleteDraft campaign={campaign} />}
      </PageHeader>
      {query.isPending && <Skeleton height={360} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {campaign && !mayChange && <Alert color="yellow">{t('campaign_name.not_allowed')}</Alert>}
      {campaign && mayChange && <Wizard campaign={campaign} />}
    </>
  );
}

/** The first step that is still to do. */
const stepToDo = (campaign: Campaign): Step => {
  if (campaign.audience === null) return 'audience';
  return campaign.text === '' ? 'message' : 'check';
};

const stepParts = {
  name: NameStep,
  audience: AudienceStep,
  message: MessageStep,
  sending: SendingStep,
  check: CheckStep,
} as const satisfies Record<Step, unknown>;

function Wizard({ campaign }: { campaign: Campaign }) {
  const { step = stepToDo(campaign) } = route.useSearch();
  const StepPart = stepParts[step];
  return (
    <Panel>
      <StepPart key={step} campaign={campaign} />
    </Panel>
  );
}
