// Who gets it: a segment, tags, pasted numbers, or a file.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { Alert, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveCount } from '../../contacts/segments/live-count.tsx';
import { useAudienceWords } from '../use-audience-words.ts';
import {
  type AudienceChoice,
  type AudienceKind,
  audienceKinds,
  checkChoice,
  choiceOf,
  pastedMax,
  startOf,
  toAudience,
} from './audience-choice.ts';
import { FileChoice } from './file-choice.tsx';
import { rememberListStart } from './list-start.ts';
import { PhonesChoice } from './phones-choice.tsx';
import { SegmentChoice } from './segment-choice.tsx';
import { StepFrame } from './step-frame.tsx';
import { TagsChoice } from './tags-choice.tsx';
import { useSaveStep } from './use-save-step.ts';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

export function AudienceStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { segment } = route.useSearch();
  // The user comes back with a segment that they made for this campaign.
  const [choice, setChoice] = useState(() =>
    segment ? { ...choiceOf(campaign), kind: 'segment' as const, segmentId: segment } : choiceOf(campaign),
  );
  const [isTouched, setIsTouched] = useState(segment !== undefined);
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveStep(campaign);
  const set = (part: Partial<AudienceChoice>) => {
    setIsTouched(true);
    setChoice((before) => ({ ...before, ...part }));
  };
  const problem = checkChoice(choice);
  const isKept = campaign.audience !== null && !isTouched;
  const leave = (to: Parameters<typeof save.mutate>[0]['to']) => {
    const change: CampaignChange = isTouched && problem === null ? { audience: toAudience(choice) } : {};
    const remember = () => rememberListStart(campaign.id, startOf(choice));
    save.mutate({ change, to, ...(change.audience && { onSaved: remember }) });
  };
  return (
    <StepFrame
      step="audience"
      error={save.error}
      isSaving={save.isPending}
      onLeave={leave}
      onNext={() => {
        setIsChecked(true);
        if (problem === null || isKept) leave('message');
      }}
    >
      {isKept && <KeptAudience campaign={campaign} />}
      <KindChoice kind={choice.kind} onChange={(kind) => set({ kind })} />
      <div>
        {choice.kind === 'everybody' && <LiveCount filter={{}} />}
        {choice.kind === 'segment' && (
          <SegmentChoice campaignId={campaign.id} choice={choice} onChange={set} />
        )}
        {choice.kind === 'tags' && <TagsChoice choice={choice} onChange={set} />}
        {choice.kind === 'phones' && <PhonesChoice choice={choice} onChange={set} />}
        {choice.kind === 'file' && <FileChoice choice={choice} onChange={set} />}
      </div>
      {isChecked && problem && !isKept && (
        <Alert color="yellow" role="alert">
          {t(`audience_problem.${problem}`, { max: pastedMax })}
        </Alert>
      )}
    </StepFrame>
  );
}

/** A list cannot be shown again, but it is there. */
function KeptAudience({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const words = useAudienceWords();
  return (
    <Alert color="gray" icon={<IconUsers />} title={t('audience_choice.kept')}>
      <bdi>{words(campaign.audience)}</bdi>
    </Alert>
  );
}

interface KindChoiceProps {
  kind: AudienceKind;
  onChange: (kind: AudienceKind) => void;
}

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('audience_choice.title')}
      value={kind}
      onChange={(value) => onChange(audienceKinds.find((one) => one === value) ?? kind)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }} mt="xs" spacing="sm">
        {audienceKinds.map((one) => (
          <Radio.Card key={one} value={one} p="md" aria-label={t(`audience_choice.${one}`)}>
            <Stack gap={4}>
              <Text size="sm" fw={600}>
                <Radio.Indicator
                  size="xs"
                  me={8}
                  style={{ display: 'inline-flex', verticalAlign: 'middle' }}
                />
                {t(`audience_choice.${one}`)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`audience_hint.${one}`)}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
