// The secret of a webhook, shown this once.

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShownOnceDialog } from '../../parts/form/shown-once-dialog.tsx';

export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ShownOnceDialog
      title={t('secret.title')}
      hint={t('secret.once_hint')}
      name={t('secret.name')}
      secret={secret}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('secret.use')}
      </Text>
    </ShownOnceDialog>
  );
}
