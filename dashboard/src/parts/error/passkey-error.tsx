// Why a talk with an authenticator came to nothing: the gateway refused, or the person or the browser broke it off.

import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProblemError, UnreachableError } from '../../api.ts';
import { ErrorAlert } from './error-alert.tsx';

export function PasskeyError({ error }: { error: Error }) {
  const { t } = useTranslation();
  if (error instanceof ProblemError || error instanceof UnreachableError) return <ErrorAlert error={error} />;
  // The name is the browser's: a device that has the key already says so.
  const isKnown = error.name === 'InvalidStateError';
  return (
    <Alert color={isKnown ? 'yellow' : 'gray'} variant="outline" icon={<IconAlertTriangle />}>
      <Text size="sm">{t(isKnown ? 'passkey.known' : 'passkey.broken_off')}</Text>
    </Alert>
  );
}
