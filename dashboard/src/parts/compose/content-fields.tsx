// The fields of a content of any type: first its own (a file, a place, cards), then the text, then what is pressed.

import { contentLimits as limits } from '@hudhud/contract/content-limits.ts';
import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { messageMax } from './check-draft.ts';
import type { ComposeForm } from './compose-form.ts';
import {
  type ComposedType,
  type ContentDraft,
  type HeaderKind,
  hasFooter,
  headerKinds,
  isFileType,
  messageRole,
} from './content-draft.ts';
import { CountedInput, CountedTextarea } from './counted-input.tsx';
import { FileField } from './file-field.tsx';
import { LinkFields } from './link-fields.tsx';
import { ButtonFields, CardFields, ListFields } from './repeated-fields.tsx';
import { CarouselFields, ProductFields } from './shop-fields.tsx';
import { TemplateFields, type TemplateUse } from './template-fields.tsx';

interface ContentFieldsProps {
  form: ComposeForm;
  /** The input of the text, for what is inserted into it. */
  messageRef?: Ref<HTMLTextAreaElement>;
  /** Left out: any template, with all of its values. */
  templateUse?: TemplateUse;
}

export function ContentFields({ form, messageRef, templateUse = {} }: ContentFieldsProps) {
  const { t } = useTranslation();
  const { type } = form.values;
  const role = messageRole(type);
  return (
    <>
      {headerKinds(type).length > 0 && <HeaderFields form={form} />}
      {type === 'template' ? <TemplateFields form={form} use={templateUse} /> : <OwnFields form={form} />}
      {role !== null && (
        <CountedTextarea
          {...(messageRef && { ref: messageRef })}
          form={form}
          path="message"
          max={messageMax(form.values)}
          minRows={role === 'caption' ? 2 : 4}
          label={t(role === 'caption' ? 'compose.caption' : 'send.message')}
          placeholder={t('send.message_placeholder')}
        />
      )}
      {type === 'text' && (
        <Checkbox
          label={t('compose.preview_url')}
          {...form.getInputProps('preview_url', { type: 'checkbox' })}
        />
      )}
      {hasFooter(type) && (
        <CountedInput form={form} path="footer" max={limits.footer} label={t('compose.footer')} />
      )}
      <PressedFields form={form} />
    </>
  );
}

/** Groups of the choice, in the order in which people look for them. */
const groups: readonly (readonly [string, readonly ComposedType[]])[] = [
  ['plain', ['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts', 'reaction']],
  ['interactive', ['buttons', 'list', 'link', 'location_request', 'flow']],
  ['shop', ['product', 'products', 'catalog', 'carousel']],
  ['template', ['template']],
  ['own', ['interactive']],
];

interface TypeSelectProps {
  form: ComposeForm;
  /** Left out: all. */
  types?: readonly ComposedType[];
}

export function TypeSelect({ form, types }: TypeSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('compose.type')}
      allowDeselect={false}
      searchable={types === undefined}
      nothingFoundMessage={t('compose.type_unknown')}
      maxDropdownHeight={360}
      data={groups
        .map(([group, items]) => ({
          group: t(`compose.group_${group as 'plain'}`),
          items: items
            .filter((type) => types === undefined || types.includes(type))
            .map((value) => ({ value, label: t(`compose.type_${value}`) })),
        }))
        .filter(({ items }) => items.length > 0)}
      {...form.getInputProps('type')}
    />
  );
}

function HeaderFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { type, header } = form.values;
  const kinds = headerKinds(type);
  const kind: HeaderKind = kinds.includes(header.kind) ? header.kind : 'none';
  return (
    <>
      <Select
        label={t('compose.header')}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`compose.header_${value}`) }))}
        value={kind}
        onChange={(chosen) => form.setFieldValue('header.kind', (chosen ?? 'none') as HeaderKind)}
      />
      {kind === 'text' && (
        <CountedInput form={form} path="header.text" max={limits.header} label={t('compose.header_line')} />
      )}
      {kind !== 'none' && kind !== 'text' && (
        <FileField
          label={t('compose.header_file')}
          kind={kind}
          value={header.media}
          error={form.errors['header.media']}
          onChange={(media) => form.setFieldValue('header.media', media)}
        />
      )}
    </>
  );
}

/** The fields before the text. */
function OwnFields({ form }: { form: ComposeForm }) {
  const { type } = form.values;
  if (isFileType(type)) return <FileFields form={form} />;
  switch (type) {
    case 'location':
      return <PlaceFields form={form} />;
    case 'contacts':
      return <CardFields form={form} />;
    case 'reaction':
      return <ReactionFields form={form} />;
    case 'interactive':
      return <RawField form={form} />;
    default:
      return null;
  }
}

/** The fields after the text. */
function PressedFields({ form }: { form: ComposeForm }) {
  switch (form.values.type) {
    case 'buttons':
      return <ButtonFields form={form} />;
    case 'list':
      return <ListFields form={form} />;
    case 'link':
      return <LinkFields form={form} path="link" example="https://example.com" />;
    case 'flow':
      return <FlowFields form={form} />;
    case 'product':
    case 'products':
    case 'catalog':
      return <ProductFields form={form} />;
    case 'carousel':
      return <CarouselFields form={form} />;
    default:
      return null;
  }
}

function FileFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { type, media } = form.values;
  const kind = type as Extract<ContentDraft['type'], 'image' | 'video' | 'audio' | 'document' | 'sticker'>;
  return (
    <>
      <FileField
        key={kind}
        label={t(`compose.type_${kind}`)}
        kind={kind}
        value={media}
        error={form.errors.media ?? form.errors['media.id'] ?? form.errors['media.url']}
        onChange={(chosen) => form.setFieldValue('media', chosen)}
      />
      {kind === 'document' && (
        <CountedInput
          form={form}
          path="filename"
          max={limits.filename}
          label={t('compose.filename')}
          description={t('compose.filename_hint')}
          placeholder={media.stored?.filename ?? media.file?.name ?? ''}
        />
      )}
      {kind === 'audio' && (
        <Checkbox
          label={t('compose.voice')}
          description={t('compose.voice_hint')}
          {...form.getInputProps('voice', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function PlaceFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput
          label={t('chat.latitude')}
          placeholder="24.7136"
          dir="ltr"
          inputMode="decimal"
          {...form.getInputProps('location.latitude')}
        />
        <TextInput
          label={t('chat.longitude')}
          placeholder="46.6753"
          dir="ltr"
          inputMode="decimal"
          {...form.getInputProps('location.longitude')}
        />
      </SimpleGrid>
      <CountedInput form={form} path="location.name" max={limits.name} label={t('chat.place_name')} />
      <CountedInput form={form} path="location.address" max={limits.name} label={t('chat.place_address')} />
    </>
  );
}

function ReactionFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('compose.reaction_target')}
        description={t('compose.reference_hint')}
        placeholder="msg_…"
        dir="ltr"
        {...form.getInputProps('reaction.message_id')}
      />
      <TextInput
        label={t('compose.reaction_emoji')}
        description={t('compose.reaction_hint')}
        maxLength={32}
        {...form.getInputProps('reaction.emoji')}
      />
    </SimpleGrid>
  );
}

function FlowFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label={t('compose.flow_id')} dir="ltr" {...form.getInputProps('flow.id')} />
      <CountedInput form={form} path="flow.button" max={limits.flowButton} label={t('compose.flow_button')} />
      <TextInput label={t('compose.flow_screen')} dir="ltr" {...form.getInputProps('flow.screen')} />
      <TextInput
        label={t('compose.flow_token')}
        description={t('compose.flow_token_hint')}
        dir="ltr"
        {...form.getInputProps('flow.token')}
      />
    </SimpleGrid>
  );
}

function RawField({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t('compose.raw')}
      description={t('compose.raw_hint')}
      placeholder={'{\n  "type": "button",\n  …\n}'}
      autosize
      minRows={8}
      maxRows={20}
      dir="ltr"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...form.getInputProps('interactive')}
    />
  );
}
