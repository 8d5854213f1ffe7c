// The first step of signing in: who it is, and the password. Two fields do not need the kit's forms, which would be in the
// first load of every page.

import type { SignIn } from '@hudhud/contract/users.ts';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { SecretInput } from '../../parts/form/secret-input.tsx';

interface PasswordStepProps {
  error: Error | null;
  isPending: boolean;
  onSubmit: (body: SignIn) => void;
}

type Field = 'email' | 'password';

export function PasswordStep({ error, isPending, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation();
  const [{ email, password }, setValues] = useState({ email: '', password: '' });
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const field = (name: Field) => ({
    value: { email, password }[name],
    error: wrong[name] || null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setWrong((before) => ({ ...before, [name]: '' }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: t('person.email_needed') }),
      ...(password === '' && { password: t('password.needed') }),
    };
    setWrong(found);
    if (Object.keys(found).length === 0) onSubmit({ email: email.trim(), password });
  };
  return (
    <FormFrame isDoor error={error} isPending={isPending} onSubmit={submit} submit={t('sign_in.button')}>
      <TextInput
        type="email"
        label={t('person.email')}
        autoComplete="username"
        spellCheck={false}
        autoFocus
        dir="ltr"
        {...field('email')}
      />
      <SecretInput
        label={t('password.password')}
        autoComplete="current-password"
        dir="ltr"
        {...field('password')}
      />
    </FormFrame>
  );
}
