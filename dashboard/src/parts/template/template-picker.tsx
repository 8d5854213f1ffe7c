// Chooses a template and fills it in: one part for every page that sends one. It keeps nothing of its own; the page holds the
// choice and shows the message beside it.

import type { TemplateField } from '@hudhud/contract/templates.ts';
import { Alert, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendableTemplatesQuery } from '../../queries/templates.ts';
import { type FileDraft, fileOf } from '../compose/content-draft.ts';
import { FileField } from '../compose/file-field.tsx';
import { ErrorAlert } from '../error/error-alert.tsx';
import { ownDirection } from '../text/own-direction.ts';
import { keyOf, type TemplateChoice } from './template-values.ts';

export interface TemplatePickerProps {
  choice: TemplateChoice;
  onChange: (choice: TemplateChoice) => void;
  /** The faults, by `template` and by `template.` with the key of the field. */
  errors: Readonly<Record<string, ReactNode>>;
  /** Only templates that this sender can send. */
  senderId?: string | undefined;
  /** In a campaign each person has their own values: variables may stay empty. */
  mayLeaveOpen?: boolean | undefined;
}

export function TemplatePicker(props: TemplatePickerProps) {
  const { choice, onChange, errors, senderId } = props;
  const { t } = useTranslation();
  const query = useQuery(sendableTemplatesQuery);
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const templates = (query.data ?? []).filter(
    ({ sender_ids }) => senderId === undefined || sender_ids.includes(senderId),
  );
  if (query.data && templates.length === 0) return <Alert color="gray">{t('template_picker.none')}</Alert>;
  return (
    <>
      <Select
        label={t('template_picker.template')}
        placeholder={t('template_picker.choose')}
        searchable
        data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={choice.template?.id ?? null}
        error={errors.template}
        onChange={(id) => onChange({ template: templates.find((one) => one.id === id) ?? null, values: {} })}
      />
      <Fields {...props} />
    </>
  );
}

const fileKinds = ['image', 'video', 'document'] as const;
type HeaderFileKind = (typeof fileKinds)[number];
const isFileKind = (name: string): name is HeaderFileKind => fileKinds.some((kind) => kind === name);

/** How a value is written that is no text. */
const forms: Readonly<Record<string, string>> = {
  location: '24.7136, 46.6753',
  product: 'catalogue/product',
};

const placeholderOf = ({ kind, name, example }: TemplateField): { placeholder?: string } => {
  const placeholder = example ?? (kind === 'header' ? forms[name] : undefined);
  return placeholder === undefined ? {} : { placeholder };
};

interface HeaderFileProps {
  label: string;
  kind: HeaderFileKind;
  /** The id of an upload, or an address. */
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** The page keeps the id of the file, this keeps what is shown of it. */
function HeaderFile({ label, kind, value, error, onChange }: HeaderFileProps) {
  const [draft, setDraft] = useState<FileDraft>(() =>
    fileOf(value.startsWith('med_') ? { id: value } : { url: value }, kind),
  );
  return (
    <FileField
      label={label}
      kind={kind}
      value={draft}
      error={error}
      onChange={(changed) => {
        setDraft(changed);
        onChange(changed.stored?.id ?? changed.url);
      }}
    />
  );
}

function Fields({ choice, onChange, errors, mayLeaveOpen = false }: TemplatePickerProps) {
  const { t } = useTranslation();
  const { template, values } = choice;
  if (!template) return null;
  return template.fields.map((field) => {
    const key = keyOf(field);
    const mayStayEmpty = mayLeaveOpen && field.kind === 'variable';
    const card =
      field.card === undefined ? '' : ` · ${t('template_picker.card', { number: field.card + 1 })}`;
    const change = (value: string) => onChange({ template, values: { ...values, [key]: value } });
    const label = `${t(`template_field.${field.kind}`)}: ${field.label}${card}`;
    // The form forgets the error of the whole choice when it changes, not those of its fields.
    const error = !values[key] && errors[`template.${key}`];
    if (field.kind === 'header' && isFileKind(field.name)) {
      return (
        <HeaderFile
          key={key}
          label={label}
          kind={field.name}
          value={values[key] ?? ''}
          error={error}
          onChange={change}
        />
      );
    }
    return (
      <TextInput
        key={key}
        label={label}
        {...placeholderOf(field)}
        {...(mayStayEmpty && { description: t('template_picker.open') })}
        withAsterisk={field.required && !mayStayEmpty}
        {...ownDirection}
        value={values[key] ?? ''}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  });
}
