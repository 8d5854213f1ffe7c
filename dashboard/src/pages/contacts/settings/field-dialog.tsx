// Adding a field of the company's own, or changing how people call it.

import type { ContactField, FieldType } from '@hudhud/contract/contacts.ts';
import { Button, Group, Modal, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { pointedErrors } from '../../../parts/form/pointed-errors.tsx';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { changeField, createField, fieldsQuery } from '../../../queries/contacts.ts';
import { fieldNameOf, isFieldName } from './field-name.ts';

const types: readonly FieldType[] = ['text', 'number', 'date', 'boolean', 'choice'];

interface FieldDialogProps {
  field: ContactField | null;
  isOpen: boolean;
  /** What a new field may be called. */
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
  const form = useFieldForm({
    label: field?.label ?? label,
    name: field?.name ?? '',
    type: field?.type ?? 'text',
    choices: [...(field?.choices ?? [])],
  });
  const save = useSave(field, form, (saved) => {
    onClose();
    onSaved?.(saved);
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The dialog may stand over a form of its own, which must not be sent with it.
        event.stopPropagation();
        form.onSubmit((values) => save.mutate(values))(event);
      }}
    >
      <Stack>
        {save.isError && <ErrorAlert error={save.error} />}
        <TextInput
          label={t('contact_field.label')}
          required
          maxLength={100}
          data-autofocus
          {...ownDirection}
          {...form.getInputProps('label')}
        />
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(field ? 'action.save' : 'contact_field.add')}
          </Button>
        </Group>
      </Stack>
    </form>
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

function useFieldForm(initial: FieldValues): UseFormReturnType<FieldValues> {
  const { t } = useTranslation();
  return useForm<FieldValues>({
    initialValues: initial,
    validate: {
      label: (value) => (value.trim() === '' ? t('contact_field.label_needed') : null),
      name: (_value, values) => (isFieldName(nameOf(values)) ? null : t('contact_field.name_wrong')),
      choices: (value, { type }) =>
        type === 'choice' && value.length === 0 ? t('contact_field.choices_needed') : null,
    },
  });
}

function useSave(
  field: ContactField | null,
  form: UseFormReturnType<FieldValues>,
  onSaved: (field: ContactField) => void,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { setErrors } = form;
  const save = useMutation({
    mutationFn: (values: FieldValues) => {
      const { label, type, choices } = values;
      const change = { label: label.trim(), ...(type === 'choice' && { choices }) };
      return field ? changeField(field.name, change) : createField({ ...change, name: nameOf(values), type });
    },
    onSuccess: async (saved) => {
      notifications.show({ color: 'teal', message: t('contact_field.saved') });
      await queryClient.invalidateQueries({ queryKey: fieldsQuery.queryKey });
      onSaved(saved);
    },
  });
  useEffect(() => setErrors(pointedErrors(save.error)), [save.error, setErrors]);
  return save;
}
