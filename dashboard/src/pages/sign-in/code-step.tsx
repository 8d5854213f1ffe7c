// The second step of signing in: a code from the authenticator app, or one of the recovery codes.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';

interface CodeStepProps {
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

export function CodeStep({ error, isPending, onCode, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onCode(code.trim());
      }}
    >
      <Stack>
        {error && <ErrorAlert error={error} />}
        <Text size="sm">{t('sign_in.code_explain')}</Text>
        <TextInput
          label={t('sign_in.code')}
          description={t('sign_in.code_hint')}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          dir="ltr"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={isPending}>
          {t('sign_in.button')}
        </Button>
        <Button variant="subtle" color="gray" fullWidth onClick={onBack}>
          {t('sign_in.other_person')}
        </Button>
      </Stack>
    </form>
  );
}
