// The first step of signing in: who it is, and the password.

import type { SignIn } from '@hudhud/contract/people.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';

interface PasswordStepProps {
  error: Error | null;
  isPending: boolean;
  onSubmit: (body: SignIn) => void;
}

export function PasswordStep({ error, isPending, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation();
  const form = useForm<SignIn>({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('person.email_needed')),
      password: (value) => (value === '' ? t('password.needed') : null),
    },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  });
  return (
    <FormFrame
      isDoor
      error={error}
      isPending={isPending}
      onSubmit={form.onSubmit(onSubmit)}
      submit={t('sign_in.button')}
    >
      <TextInput
        type="email"
        label={t('person.email')}
        autoComplete="username"
        spellCheck={false}
        autoFocus
        dir="ltr"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('password.password')}
        autoComplete="current-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('action.show_secret') }}
        {...form.getInputProps('password')}
      />
    </FormFrame>
  );
}
