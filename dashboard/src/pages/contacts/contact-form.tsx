// The form of a contact: a new one, or one to change.

import type { Contact, ContactField } from '@hudhud/contract/contacts.ts';
import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { ClearableSelect } from '../../parts/form/clearable-select.tsx';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { StoreSelect } from '../../parts/form/store-select.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { SmallRouteButton } from '../../parts/page/route-link.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import { changeContact, contactByPhoneQuery, createContact } from '../../queries/contacts.ts';
import { ConsentSourceInput } from './consent-source-input.tsx';
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
  const { form, frame } = useContactForm(contact, fields);
  return (
    <FormFrame
      {...frame}
      submit={t(contact ? 'action.save' : 'contacts.add')}
      remedy={isTaken(frame.error) && <OpenTaken phoneNumber={form.values.phone_number} />}
    >
      <PhoneNumberInput
        data-autofocus
        {...form.getInputProps('phone_number')}
        value={form.values.phone_number}
      />
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
        <StoreSelect
          label={t('contact.store')}
          placeholder={t('contact_form.store_none')}
          {...form.getInputProps('store_id')}
        />
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
    </FormFrame>
  );
}

const isTaken = (error: Error | null): boolean =>
  error instanceof ProblemError && error.problem.code === 'contact_exists';

/** The way to the contact that has the number already. */
function OpenTaken({ phoneNumber }: { phoneNumber: string }) {
  const { t } = useTranslation();
  const { data: taken } = useQuery(contactByPhoneQuery(tidyPhoneNumber(phoneNumber)));
  if (!taken) return null;
  return (
    <SmallRouteButton
      to="/contacts/$contactId"
      params={{ contactId: taken.id }}
      search={true}
      w="fit-content"
    >
      {taken.name === '' ? (
        t('contact_form.open_taken')
      ) : (
        <bdi>{t('contact_form.open_taken_named', { name: taken.name })}</bdi>
      )}
    </SmallRouteButton>
  );
}

function LanguageChoice({ form }: { form: ContactFormState }) {
  const { t, i18n } = useTranslation();
  const { language } = form.values;
  return (
    <ClearableSelect
      label={t('contact.language')}
      placeholder={t('contact_form.language_unknown')}
      searchable
      data={languageOptions(i18n.language, language === '' ? [] : [language])}
      {...form.getInputProps('language')}
    />
  );
}

/** Consent without a source is worth nothing as proof. */
function FirstConsent({ form }: { form: ContactFormState }) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('contact_form.opted_in')}
        description={t('contact_form.opted_in_hint')}
        {...form.getInputProps('is_opted_in', { type: 'checkbox' })}
      />
      {form.values.is_opted_in && <ConsentSourceInput {...form.getInputProps('consent_source')} />}
    </>
  );
}

function useContactForm(contact: Contact | null, fields: readonly ContactField[]) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [before] = useState(() => initialContactValues(contact, fields));
  return useServerForm({
    initialValues: before,
    validate: {
      phone_number: isNotEmpty(t('phone.empty')),
      consent_source: (value: string, values: ContactValues) =>
        values.is_opted_in && value.trim() === '' ? t('consent_change.source_needed') : null,
    },
    save: {
      ...changeContact,
      mutationFn: (values: ContactValues) =>
        contact
          ? changeContact.mutationFn({ id: contact.id, body: contactChangeBody(values, before, fields) })
          : createContact.mutationFn(newContactBody(values, fields)),
      onSuccess: ({ id }) => {
        showDone(t('contact_form.saved'));
        return navigate({ to: '/contacts/$contactId', params: { contactId: id }, search: true });
      },
    },
    toBody: (values) => values,
  });
}
