// What a new account asks of a person, and what is checked before it is sent.

import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '../../parts/form/password-strength.ts';

interface PersonValues {
  name: string;
  email: string;
  password: string;
}

export function usePersonForm() {
  const { t } = useTranslation();
  return useForm<PersonValues>({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: isNotEmpty(t('person.name_needed')),
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('person.email_needed')),
      password: (value) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
    transformValues: ({ name, email, password }) => ({ name: name.trim(), email: email.trim(), password }),
  });
}
