// What it says, with placeholders, and how it looks on the phone of somebody who gets it.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { fillText } from '@hudhud/contract/placeholders.ts';
import { Grid, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { useMe } from '../../../queries/me.ts';
import { checkText, countCharacters } from '../../send/check-text.ts';
import { PhonePreview } from '../phone-preview.tsx';
import { firstPersonQuery } from './first-person.ts';
import { PlaceholderPicker } from './placeholder-picker.tsx';
import { StepFrame } from './step-frame.tsx';
import { useSaveStep } from './use-save-step.ts';

export function MessageStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const max = useMe().limits.text_characters_max;
  const [text, setText] = useState(campaign.text);
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveStep(campaign);
  const problem = checkText(text, max);
  const change: CampaignChange = problem !== null || text === campaign.text ? {} : { text };
  return (
    <StepFrame
      step="message"
      error={save.error}
      isSaving={save.isPending}
      onLeave={(to) => save.mutate({ change, to })}
      onNext={() => {
        setIsChecked(true);
        if (problem === null) save.mutate({ change, to: 'sending' });
      }}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Editor
            campaign={campaign}
            text={text}
            onChange={setText}
            error={isChecked && problem && t(`send.check_${problem}`, { max, count: countCharacters(text) })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Preview campaign={campaign} text={text} />
        </Grid.Col>
      </Grid>
    </StepFrame>
  );
}

interface EditorProps {
  campaign: Campaign;
  text: string;
  onChange: (text: string) => void;
  error: string | false | null;
}

function Editor({ campaign, text, onChange, error }: EditorProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const max = useMe().limits.text_characters_max;
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    onChange(text.slice(0, selectionStart) + placeholder + text.slice(selectionEnd));
    // After React has put the new text in; otherwise the caret would jump to its end.
    window.requestAnimationFrame(() => {
      area.current?.focus();
      const caret = selectionStart + placeholder.length;
      area.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <Stack gap="sm">
      <Textarea
        ref={area}
        label={t('send.message')}
        placeholder={t('campaign_message.placeholder')}
        autosize
        minRows={8}
        maxRows={18}
        {...ownDirection}
        value={text}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group justify="space-between" align="flex-start">
        <PlaceholderPicker campaign={campaign} onPick={insert} />
        <Text size="xs" c="dimmed">
          <LeftToRight>
            {number(countCharacters(text))} / {number(max)}
          </LeftToRight>
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('campaign_message.fallback')} <LeftToRight mono>{'{{first_name|friend}}'}</LeftToRight>
      </Text>
    </Stack>
  );
}

function Preview({ campaign, text }: { campaign: Campaign; text: string }) {
  const person = useQuery(firstPersonQuery(campaign)).data;
  const filled = fillText(text, person?.values ?? {}).text;
  return (
    <PhonePreview
      text={filled}
      {...(person && { person: person.name || `\u2066${person.phone_number}\u2069` })}
    />
  );
}
