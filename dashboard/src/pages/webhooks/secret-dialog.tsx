// A secret that is shown this once. Only the button closes it: a slip of the mouse must not lose it.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/text/code-block.tsx';

export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('secret.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff />} title={t('secret.once')}>
          <Text size="sm">{t('secret.once_hint')}</Text>
        </Alert>
        <CodeBlock title={t('secret.name')} code={secret ?? ''} />
        <Text size="sm" c="dimmed">
          {t('secret.use')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
