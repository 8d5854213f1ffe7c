// What would happen if it were started now: whom it reaches, who is left out and why, how long it takes. Nothing starts
// until every problem is solved or its people are left out on purpose.

import type { Campaign, ExcludableProblem, Preflight } from '@hudhud/contract/campaigns.ts';
import { Button, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarTime, IconRefresh, IconRocket } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentFromApi } from '../../../parts/chat/content-from-api.ts';
import { PhonePreview } from '../../../parts/chat/phone-preview.tsx';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { preflightQuery, startCampaign } from '../../../queries/campaigns.ts';
import type { Step } from '../campaign-filters.ts';

import { Obstacles } from './obstacles.tsx';
import { PreflightFacts } from './preflight-facts.tsx';
import { PreflightProblems } from './preflight-problems.tsx';
import { SendTest } from './send-test.tsx';
import { StartFacts } from './start-facts.tsx';
import { BackButton } from './step-frame.tsx';
import { useSaveStep } from './use-save-step.ts';
import { WizardSteps } from './wizard-steps.tsx';

export function CheckStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const save = useSaveStep(campaign);
  const goTo = (to: Step) => save.mutate({ change: {}, to });
  const query = useQuery(preflightQuery(campaign.id));
  return (
    <>
      <WizardSteps step="check" onStep={goTo} />
      {query.isPending && (
        <Stack role="status" aria-label={t('preflight.checking')}>
          <Text size="sm" c="dimmed">
            {t('preflight.checking')}
          </Text>
          <Skeleton height={90} />
          <Skeleton height={160} />
        </Stack>
      )}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Checked
          campaign={campaign}
          preflight={query.data}
          isChecking={query.isFetching}
          onAgain={() => void query.refetch()}
          onStep={goTo}
        />
      )}
    </>
  );
}

interface CheckedProps {
  campaign: Campaign;
  preflight: Preflight;
  isChecking: boolean;
  onAgain: () => void;
  onStep: (step: Step) => void;
}

function Checked({ campaign, preflight, isChecking, onAgain, onStep }: CheckedProps) {
  const { t } = useTranslation();
  const [excluded, setExcluded] = useState<readonly ExcludableProblem[]>([]);
  const { problems, obstacles, sample_content: sample } = preflight;
  const exclude = excluded.filter((one) => problems.some(({ problem }) => problem === one));
  const mayStart = obstacles.length === 0 && exclude.length === problems.length;
  return (
    <Stack gap="lg">
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: sample === null ? 12 : 7 }}>
          <Stack gap="lg">
            <Obstacles obstacles={obstacles} onStep={onStep} />
            <PreflightFacts campaign={campaign} preflight={preflight} />
            <PreflightProblems problems={problems} excluded={exclude} onChange={setExcluded} />
            <Button
              variant="subtle"
              size="xs"
              w="fit-content"
              leftSection={<IconRefresh size={14} />}
              loading={isChecking}
              onClick={onAgain}
            >
              {t('preflight.again')}
            </Button>
          </Stack>
        </Grid.Col>
        {sample !== null && (
          <Grid.Col span={{ base: 12, md: 5 }}>
            <PhonePreview
              content={contentFromApi(sample)}
              note={t('campaign_preview.person', { person: t('campaign_preview.first') })}
            />
          </Grid.Col>
        )}
      </Grid>
      <Start
        campaign={campaign}
        preflight={preflight}
        exclude={exclude}
        mayStart={mayStart}
        onRefused={onAgain}
        onBack={() => onStep('sending')}
      />
    </Stack>
  );
}

interface StartProps {
  campaign: Campaign;
  preflight: Preflight;
  exclude: readonly ExcludableProblem[];
  mayStart: boolean;
  onRefused: () => void;
  onBack: () => void;
}

function Start({ campaign, preflight, exclude, mayStart, onRefused, onBack }: StartProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const start = useStart(close, onRefused);
  const isLater = campaign.schedule_at !== null && new Date(campaign.schedule_at) > new Date();
  const words = { count: preflight.reachable, formatted: number(preflight.reachable) };
  const verb = isLater ? t('preflight.schedule', words) : t('preflight.start', words);
  return (
    <>
      {start.isError && <ErrorAlert error={start.error} />}
      {!mayStart && (
        <Text size="sm" c="dimmed" role="status">
          {t('preflight.not_yet')}
        </Text>
      )}
      <Group justify="space-between">
        <BackButton onBack={onBack} />
        <Group gap="sm">
          {preflight.sample_content !== null && (
            <SendTest campaign={campaign} content={preflight.sample_content} />
          )}
          <Button
            disabled={!mayStart}
            leftSection={isLater ? <IconCalendarTime size={16} /> : <IconRocket size={16} />}
            onClick={open}
          >
            {verb}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(isLater ? 'campaign_start.title_later' : 'campaign_start.title')}
        confirm={verb}
        isPending={start.isPending}
        onConfirm={() => start.mutate({ id: campaign.id, body: { exclude: [...exclude] } })}
        onClose={close}
      >
        <StartFacts campaign={campaign} preflight={preflight} />
      </ConfirmDialog>
    </>
  );
}

function useStart(onOver: () => void, onRefused: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    ...startCampaign,
    onSuccess: (started) => {
      showDone(t(`preflight.done_${started.state === 'scheduled' ? 'scheduled' : 'started'}`));
      return navigate({ to: '/campaigns/$campaignId', params: { campaignId: started.id }, replace: true });
    },
    onError: () => {
      onOver();
      onRefused();
    },
  });
}
