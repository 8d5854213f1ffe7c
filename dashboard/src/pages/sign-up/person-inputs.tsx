// What a new account asks of a person, and what is checked before it is sent: at sign-up and for an invited person.

import { TextInput } from '@mantine/core';
import { isNotEmpty, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { NewPasswordInput } from '../../parts/form/new-password-input.tsx';
import { passwordStrength } from '../../parts/form/password-strength.ts';

interface PersonValues {
  name: string;
  email: string;
  password: string;
}

export function usePersonInput(): UseFormInput<PersonValues> {
  const { t } = useTranslation();
  return {
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: isNotEmpty(t('person.name_needed')),
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('person.email_needed')),
      password: (value) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
    transformValues: ({ name, email, password }) => ({ name: name.trim(), email: email.trim(), password }),
  };
}

export function PersonInputs({ form }: { form: UseFormReturnType<PersonValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('person.name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={t('person.email')}
        autoComplete="username"
        spellCheck={false}
        dir="ltr"
        {...form.getInputProps('email')}
      />
      <NewPasswordInput label={t('password.password')} {...form.getInputProps('password')} />
    </>
  );
}
