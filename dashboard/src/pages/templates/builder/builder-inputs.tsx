// Name, language and category of a new template, and its texts.

import { templateTextMax } from '@hudhud/contract/template-rules.ts';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noFile } from '../../../parts/compose/content-draft.ts';
import { FileField } from '../../../parts/compose/file-field.tsx';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { languageOptions } from '../../contacts/languages.ts';
import { categories } from '../template-filters.ts';
import { headerKinds, type TemplateForm } from './template-form.ts';

export interface BuilderProps {
  form: TemplateForm;
  onChange: (changed: Partial<TemplateForm>) => void;
}

/** Turns typed text into a name that WhatsApp accepts. */
const toName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]+/g, '_');

interface BasicProps extends BuilderProps {
  /** True for an existing template: its name cannot change. */
  isNameFixed?: boolean;
  isCategoryFixed?: boolean;
}

/** Inputs that all languages of a template share. */
export function BasicInputs({ form, onChange, isNameFixed = false, isCategoryFixed = false }: BasicProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
      <TextInput
        label={t('template.name')}
        description={isNameFixed ? undefined : t('template_builder.name_hint')}
        required
        disabled={isNameFixed}
        dir="ltr"
        value={form.name}
        onChange={(event) => onChange({ name: toName(event.currentTarget.value) })}
      />
      <Select
        label={t('template.category')}
        allowDeselect={false}
        disabled={isCategoryFixed}
        data={categories.map((value) => ({ value, label: t(`template_category.${value}`) }))}
        value={form.category}
        onChange={(category) =>
          onChange({ category: (category ?? form.category) as TemplateForm['category'] })
        }
      />
    </SimpleGrid>
  );
}

export function LanguageInput({ form, onChange, isFixed = false }: BuilderProps & { isFixed?: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <Select
      label={t('template.language')}
      searchable
      allowDeselect={false}
      disabled={isFixed}
      data={languageOptions(i18n.language, ['ar', 'en', 'en_US', form.language])}
      value={form.language}
      onChange={(language) => onChange({ language: language ?? form.language })}
    />
  );
}

const isFileKind = (kind: TemplateForm['headerKind']): boolean =>
  kind === 'IMAGE' || kind === 'VIDEO' || kind === 'DOCUMENT';

export function TextInputs({ form, onChange }: BuilderProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('template_builder.header')}
        allowDeselect={false}
        data={headerKinds.map((value) => ({
          value,
          label: t(`template_header.${value.toLowerCase() as 'text'}`),
        }))}
        value={form.headerKind}
        onChange={(kind) =>
          onChange({ headerKind: (kind ?? 'none') as TemplateForm['headerKind'], headerFile: noFile })
        }
      />
      {form.headerKind === 'TEXT' && (
        <TextInput
          label={t('template_builder.header_text')}
          maxLength={templateTextMax.header}
          {...ownDirection}
          value={form.header}
          onChange={(event) => onChange({ header: event.currentTarget.value })}
        />
      )}
      {isFileKind(form.headerKind) && (
        <FileField
          // The bounds of another kind are not those of this one.
          key={form.headerKind}
          label={t('template_builder.header_file')}
          kind={form.headerKind.toLowerCase() as 'image'}
          canBeAddress={false}
          value={form.headerFile}
          onChange={(headerFile) => onChange({ headerFile })}
        />
      )}
      <Textarea
        label={t('template_builder.body')}
        description={t('template_builder.body_hint', { open: '{{', close: '}}' })}
        required
        autosize
        minRows={5}
        maxLength={templateTextMax.body}
        {...ownDirection}
        value={form.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <TextInput
        label={t('template_builder.footer')}
        maxLength={templateTextMax.footer}
        {...ownDirection}
        value={form.footer}
        onChange={(event) => onChange({ footer: event.currentTarget.value })}
      />
    </>
  );
}
