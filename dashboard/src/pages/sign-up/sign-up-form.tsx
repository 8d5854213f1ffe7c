// The form of a new account with a company of its own.

import type { SignedUp, SignUpStarted } from '@hudhud/contract/users.ts';
import { Select, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, type Language, languages } from '../../i18n/i18n.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useRefusedFields } from '../../parts/form/use-server-form.ts';
import { ownTimeZone, timeZones } from '../../parts/time/time-zones.ts';
import { signUp } from '../../queries/account.ts';
import { PersonInputs, usePersonInput } from './person-inputs.tsx';

interface SignUpValues {
  company_name: string;
  timezone: string;
  language: Language;
}

export function SignUpForm({ onSignedUp }: { onSignedUp: (answer: SignedUp | SignUpStarted) => void }) {
  const { t, i18n } = useTranslation();
  const person = useForm(usePersonInput());
  const company = useForm<SignUpValues>({
    initialValues: { company_name: '', timezone: ownTimeZone(), language: currentLanguage(i18n) },
    validate: { company_name: isNotEmpty(t('sign_up.company_needed')) },
  });
  const zones = useMemo(timeZones, []);
  const attempt = useMutation({ mutationFn: signUp, onSuccess: onSignedUp });
  useRefusedFields(person, attempt.error);
  useRefusedFields(company, attempt.error);
  const submit = () => {
    const isWrong = [person.validate(), company.validate()].some(({ hasErrors }) => hasErrors);
    if (!isWrong) attempt.mutate({ ...person.getTransformedValues(), ...company.getTransformedValues() });
  };
  return (
    <FormFrame
      isDoor
      error={attempt.error}
      isPending={attempt.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={t('sign_up.button')}
    >
      <PersonInputs form={person} />
      <TextInput
        label={t('sign_up.company_name')}
        autoComplete="organization"
        {...company.getInputProps('company_name')}
      />
      <Select
        label={t('sign_up.timezone')}
        description={t('sign_up.timezone_hint')}
        data={zones}
        searchable
        allowDeselect={false}
        dir="ltr"
        {...company.getInputProps('timezone')}
      />
      <Select
        label={t('language.label')}
        data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
        allowDeselect={false}
        {...company.getInputProps('language')}
      />
      <Text size="xs" c="dimmed" ta="center">
        {t('sign_up.trial')}
      </Text>
    </FormFrame>
  );
}
