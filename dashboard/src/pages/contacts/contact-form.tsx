// The form of a contact: a new one, or one to change.

import type { Contact, ContactField } from '@hudhud/contract/contacts.ts';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { pointedErrors } from '../../parts/form/pointed-errors.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { changeContact, contactsKey, createContact } from '../../queries/contacts.ts';
import { storesQuery } from '../../queries/stores.ts';
import {
  type ContactFormState,
  type ContactValues,
  contactChangeBody,
  initialContactValues,
  newContactBody,
} from './contact-values.ts';
import { languageOptions } from './languages.ts';
import { OwnFieldInputs } from './own-field-inputs.tsx';
import { PhoneNumberInput } from './phone-number-input.tsx';
import { ContactTagsInput } from './tags-input.tsx';

const nameCharactersMax = 200;
const notesCharactersMax = 5_000;

interface ContactFormProps {
  contact: Contact | null;
  fields: readonly ContactField[];
}

export function ContactForm({ contact, fields }: ContactFormProps) {
  const { t } = useTranslation();
  const [before] = useState(() => initialContactValues(contact, fields));
  const form = useContactForm(before);
  const save = useSave(contact, fields, before, form);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack pb="xl">
        {save.isError && <ErrorAlert error={save.error} />}
        <PhoneNumberInput {...form.getInputProps('phone_number')} value={form.values.phone_number} />
        <TextInput
          label={t('contact.name')}
          description={t('contact_form.name_hint')}
          maxLength={nameCharactersMax}
          {...ownDirection}
          {...form.getInputProps('name')}
        />
        <ContactTagsInput {...form.getInputProps('tags')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <LanguageChoice form={form} />
          <StoreChoice form={form} />
          <OwnFieldInputs form={form} fields={fields} />
        </SimpleGrid>
        <Textarea
          label={t('contact.notes')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={notesCharactersMax}
          {...ownDirection}
          {...form.getInputProps('notes')}
        />
        {contact === null && <FirstConsent form={form} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t(contact ? 'action.save' : 'contacts.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LanguageChoice({ form }: { form: ContactFormState }) {
  const { t, i18n } = useTranslation();
  const { language } = form.values;
  return (
    <Select
      label={t('contact.language')}
      placeholder={t('contact_form.language_unknown')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      data={languageOptions(i18n.language, language === '' ? [] : [language])}
      value={language === '' ? null : language}
      error={form.errors.language}
      onChange={(chosen) => form.setFieldValue('language', chosen ?? '')}
    />
  );
}

function StoreChoice({ form }: { form: ContactFormState }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(storesQuery);
  return (
    <Select
      label={t('contact.store')}
      placeholder={t('contact_form.store_none')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={form.values.store_id === '' ? null : form.values.store_id}
      error={form.errors.store_id}
      onChange={(id) => form.setFieldValue('store_id', id ?? '')}
    />
  );
}

/** Consent without saying where it comes from is worth nothing when somebody asks. */
function FirstConsent({ form }: { form: ContactFormState }) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('contact_form.opted_in')}
        description={t('contact_form.opted_in_hint')}
        {...form.getInputProps('is_opted_in', { type: 'checkbox' })}
      />
      {form.values.is_opted_in && (
        <TextInput
          label={t('consent_change.source')}
          placeholder={t('consent_change.source_placeholder')}
          required
          maxLength={200}
          {...ownDirection}
          {...form.getInputProps('consent_source')}
        />
      )}
    </>
  );
}

function useContactForm(initial: ContactValues): ContactFormState {
  const { t } = useTranslation();
  return useForm<ContactValues>({
    initialValues: initial,
    validate: {
      phone_number: (value) => (value.trim() === '' ? t('phone.empty') : null),
      consent_source: (value, values) =>
        values.is_opted_in && value.trim() === '' ? t('consent_change.source_needed') : null,
    },
  });
}

function useSave(
  contact: Contact | null,
  fields: readonly ContactField[],
  before: ContactValues,
  form: ContactFormState,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { setErrors } = form;
  const save = useMutation({
    mutationFn: (values: ContactValues) =>
      contact
        ? changeContact(contact.id, contactChangeBody(values, before, fields))
        : createContact(newContactBody(values, fields)),
    onSuccess: async ({ id }) => {
      notifications.show({ color: 'teal', message: t('contact_form.saved') });
      await queryClient.invalidateQueries({ queryKey: contactsKey });
      await navigate({ to: '/contacts/$contactId', params: { contactId: id }, search: true });
    },
  });
  useEffect(() => setErrors(pointedErrors(save.error)), [save.error, setErrors]);
  return save;
}
