// The company's own fields in a form, each with the input that its type needs.

import type { ContactField } from '@hudhud/contract/contacts.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClearableSelect } from '../../parts/form/clearable-select.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import type { ContactFormState } from './contact-values.ts';

interface OwnFieldInputsProps {
  form: ContactFormState;
  fields: readonly ContactField[];
}

export function OwnFieldInputs({ form, fields }: OwnFieldInputsProps) {
  return fields.map((field) => (
    <OwnFieldInput
      key={field.name}
      field={field}
      value={form.values.fields[field.name] ?? ''}
      error={form.errors[`fields.${field.name}`]}
      onChange={(value) => form.setFieldValue(`fields.${field.name}`, value)}
    />
  ));
}

interface OwnFieldInputProps {
  field: ContactField;
  value: string;
  error?: React.ReactNode;
  /** Left out where the field itself stands in sight. */
  isNamed?: boolean;
  onChange: (value: string) => void;
}

export function OwnFieldInput({ field, value, error, isNamed = true, onChange }: OwnFieldInputProps) {
  const { t } = useTranslation();
  const named = isNamed ? { label: field.label } : { 'aria-label': t('segment_form.value') };
  if (field.type === 'choice' || field.type === 'boolean') {
    const data =
      field.type === 'choice'
        ? field.choices
        : [
            { value: 'true', label: t('contact_field.yes') },
            { value: 'false', label: t('contact_field.no') },
          ];
    return (
      <ClearableSelect
        {...named}
        placeholder={t('contact_field.no_value')}
        data={data}
        value={value}
        error={error}
        onChange={onChange}
      />
    );
  }
  const inputTypes = { number: 'number', date: 'date', text: 'text' } as const;
  return (
    <TextInput
      {...named}
      type={inputTypes[field.type]}
      {...(field.type === 'number' && { inputMode: 'decimal', step: 'any' })}
      {...(field.type === 'text' && { maxLength: 1_000, ...ownDirection })}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
