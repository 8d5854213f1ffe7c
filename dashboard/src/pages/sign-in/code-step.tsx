// The second step of signing in: a code from the authenticator app, or one of the recovery codes.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';

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
    <Stack>
      <FormFrame
        isDoor
        error={error}
        isPending={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') onCode(code.trim());
        }}
        submit={t('sign_in.button')}
      >
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
      </FormFrame>
      <Button variant="subtle" color="gray" fullWidth onClick={onBack}>
        {t('sign_in.other_person')}
      </Button>
    </Stack>
  );
}
