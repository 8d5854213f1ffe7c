// Adding a field of the company's own, or changing how people call it.

import type { ContactField, FieldType, NewContactField } from '@hudhud/contract/contacts.ts';
import { Modal, Select, TagsInput, TextInput } from '@mantine/core';
import { isNotEmpty, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { NameInput } from '../../../parts/form/name-input.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { useServerForm } from '../../../parts/form/use-server-form.ts';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { changeField, createField } from '../../../queries/contacts.ts';

// A name for placeholders, made of what people call the field: letters, digits and low lines.

const charactersMax = 64;

export const fieldNameOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, charactersMax);

export const isFieldName = (name: string): boolean =>
  name.length <= charactersMax && /^[\p{L}\p{M}\p{N}_-]+$/u.test(name);

const types: readonly FieldType[] = ['text', 'number', 'date', 'boolean', 'choice'];

interface FieldDialogProps {
  field: ContactField | null;
  isOpen: boolean;
  /** The suggested name of a new field. */
  label?: string;
  onClose: () => void;
  onSaved?: (field: ContactField) => void;
}

export function FieldDialog({ isOpen, ...rest }: FieldDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={rest.onClose}
      title={t(rest.field ? 'contact_field.edit' : 'contact_field.add')}
    >
      <FieldForm {...rest} />
    </Modal>
  );
}

interface FieldValues {
  label: string;
  /** Empty: made of the label. */
  name: string;
  type: FieldType;
  choices: string[];
}

const nameOf = ({ name, label }: FieldValues): string => name.trim() || fieldNameOf(label);

function FieldForm({ field, label = '', onClose, onSaved }: Omit<FieldDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { form, frame } = useFieldForm(field, label, (saved) => {
    onClose();
    onSaved?.(saved);
  });
  return (
    <FormFrame {...frame} submit={t(field ? 'action.save' : 'contact_field.add')} onCancel={onClose}>
      <NameInput label={t('contact_field.label')} maxLength={100} {...form.getInputProps('label')} />
      {field === null && <NewFieldInputs form={form} />}
      {form.values.type === 'choice' && (
        <TagsInput
          label={t('contact_field.choices')}
          description={t('contact_field.choices_hint')}
          splitChars={[',', '،', ';']}
          acceptValueOnBlur
          maxTags={200}
          {...form.getInputProps('choices')}
        />
      )}
    </FormFrame>
  );
}

/** Name and type stay for good, so they are asked for once. */
function NewFieldInputs({ form }: { form: UseFormReturnType<FieldValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('contact_field.name')}
        description={t('contact_field.name_hint')}
        placeholder={fieldNameOf(form.values.label)}
        maxLength={64}
        {...ownDirection}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('contact_field.type')}
        allowDeselect={false}
        data={types.map((type) => ({ value: type, label: t(`field_type.${type}`) }))}
        {...form.getInputProps('type')}
      />
    </>
  );
}

function useFieldForm(field: ContactField | null, label: string, onSaved: (field: ContactField) => void) {
  const { t } = useTranslation();
  return useServerForm({
    initialValues: {
      label: field?.label ?? label,
      name: field?.name ?? '',
      type: field?.type ?? 'text',
      choices: [...(field?.choices ?? [])],
    } as FieldValues,
    validate: {
      label: isNotEmpty(t('contact_field.label_needed')),
      name: (_value: string, values: FieldValues) =>
        isFieldName(nameOf(values)) ? null : t('contact_field.name_wrong'),
      choices: (value: string[], { type }: FieldValues) =>
        type === 'choice' && value.length === 0 ? t('contact_field.choices_needed') : null,
    },
    save: {
      ...createField,
      mutationFn: ({ name, type, ...change }: NewContactField) =>
        field
          ? changeField.mutationFn({ name: field.name, body: change })
          : createField.mutationFn({ ...change, name, type }),
      onSuccess: (saved) => {
        showDone(t('contact_field.saved'));
        onSaved(saved);
      },
    },
    toBody: (values) => {
      const { label: words, type, choices } = values;
      return { label: words.trim(), ...(type === 'choice' && { choices }), name: nameOf(values), type };
    },
  });
}
