// Signing in by a passkey: the device says who it is.

import type { SessionState } from '@hudhud/contract/users.ts';
import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PasskeyError } from '../../parts/error/passkey-error.tsx';

interface PasskeyButtonProps {
  onSignedIn: (session: SessionState) => Promise<void>;
}

export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const attempt = useMutation({
    mutationFn: async () => await (await import('../../queries/passkey-ceremonies.ts')).signInByPasskey(),
    onSuccess: onSignedIn,
  });
  return (
    <Stack gap="sm">
      {attempt.isError && <PasskeyError error={attempt.error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.7} />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {t('sign_in.by_passkey')}
      </Button>
    </Stack>
  );
}
