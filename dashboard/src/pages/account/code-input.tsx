// The second factor, where it is asked for besides the password.

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('sign_in.code')}
      description={t('sign_in.code_hint')}
      autoComplete="one-time-code"
      spellCheck={false}
      dir="ltr"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
