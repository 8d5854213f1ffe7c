// What it says, with placeholders, and how it looks on the phone of a recipient.

import type { CampaignContent } from '@hudhud/contract/campaign-content.ts';
import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PhonePreview } from '../../../parts/chat/phone-preview.tsx';
import { checkDraft } from '../../../parts/compose/check-draft.ts';
import { type ComposedType, type ContentDraft, messageRole } from '../../../parts/compose/content-draft.ts';
import { ContentFields, TypeSelect } from '../../../parts/compose/content-fields.tsx';
import { draftFromContent } from '../../../parts/compose/draft-from-content.ts';
import { useDraftErrors } from '../../../parts/compose/draft-problem-words.ts';
import { placeholdersOf, previewContent } from '../../../parts/compose/preview-content.ts';
import { toContent } from '../../../parts/compose/to-content.ts';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { tidyPhoneNumber } from '../../../parts/text/phone-number.ts';
import { firstPersonQuery } from '../../../queries/first-person.ts';
import { sendableTemplatesQuery } from '../../../queries/templates.ts';
import { readListStart } from './list-start.ts';
import { PlaceholderPicker, UnknownPlaceholders } from './placeholder-picker.tsx';
import { StepFrame } from './step-frame.tsx';
import { useSaveStep } from './use-save-step.ts';

/** The types that a campaign can have here; by the API it can have more. */
const offeredTypes: readonly ComposedType[] = [
  'text',
  'image',
  'video',
  'document',
  'buttons',
  'link',
  'list',
  'template',
];

export function MessageStep({ campaign }: { campaign: Campaign }) {
  const isTemplate = campaign.content?.type === 'template';
  // A campaign keeps the name of its template and the values; the fields are in the list.
  const query = useQuery({ ...sendableTemplatesQuery, enabled: isTemplate });
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (isTemplate && !query.data) return <Skeleton h={240} />;
  return <LoadedStep campaign={campaign} templates={query.data ?? []} />;
}

function LoadedStep({ campaign, templates }: { campaign: Campaign; templates: readonly Template[] }) {
  const errorsOf = useDraftErrors(true);
  const form = useForm<ContentDraft>({
    initialValues: draftFromContent(campaign.content, templates),
    validate: errorsOf,
  });
  const save = useSaveStep(campaign);
  // A step can be left at any time; what cannot be kept as it is waits until it is whole.
  const change = (): CampaignChange => {
    const content = toContent(form.values);
    const isWhole = Object.keys(checkDraft(form.values, true)).length === 0;
    const isNew = JSON.stringify(content) !== JSON.stringify(campaign.content);
    if (!isWhole || !isNew) return {};
    return content.type === 'template'
      ? { template: content.template }
      : { content: content as CampaignContent };
  };
  return (
    <StepFrame
      step="message"
      error={save.error}
      isSaving={save.isPending}
      onLeave={(to) => save.mutate({ change: change(), to })}
      onNext={() => {
        if (!form.validate().hasErrors) save.mutate({ change: change(), to: 'sending' });
      }}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Editor campaign={campaign} form={form} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Preview campaign={campaign} draft={form.values} />
        </Grid.Col>
      </Grid>
    </StepFrame>
  );
}

function Editor({ campaign, form }: { campaign: Campaign; form: UseFormReturnType<ContentDraft> }) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const text = form.values.message;
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    form.setFieldValue('message', text.slice(0, selectionStart) + placeholder + text.slice(selectionEnd));
    // After React has put the new text in; otherwise the caret would jump to its end.
    window.requestAnimationFrame(() => {
      area.current?.focus();
      const caret = selectionStart + placeholder.length;
      area.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <Stack gap="sm">
      <TypeSelect form={form} types={offeredTypes} />
      <ContentFields
        form={form}
        messageRef={area}
        templateUse={{ senderId: campaign.sender_id ?? undefined, mayLeaveOpen: true }}
      />
      <UnknownPlaceholders campaign={campaign} placeholders={placeholdersOf(form.values)} />
      {messageRole(form.values.type) !== null && (
        <Group>
          <PlaceholderPicker campaign={campaign} onPick={insert} />
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {t('campaign_message.fallback')} <LeftToRight mono>{'{{first_name|friend}}'}</LeftToRight>
      </Text>
    </Stack>
  );
}

function Preview({ campaign, draft }: { campaign: Campaign; draft: ContentDraft }) {
  const { t } = useTranslation();
  const start = readListStart(campaign.id);
  const line = start && { ...start, phone_number: tidyPhoneNumber(start.phone_number) };
  const person = useQuery(firstPersonQuery(campaign, line)).data;
  const name = person && (person.name || `\u2066${person.phone_number}\u2069`);
  return (
    <PhonePreview
      content={previewContent(draft, person?.values ?? {})}
      note={name ? t('campaign_preview.person', { person: name }) : t('campaign_preview.nobody')}
    />
  );
}
