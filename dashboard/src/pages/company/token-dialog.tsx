// A security token that is shown this once. Only the button closes it: a slip of the mouse must not lose it.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/text/code-block.tsx';

interface TokenDialogProps {
  token: string | null;
  children?: ReactNode;
  onClose: () => void;
}

export function TokenDialog({ token, children, onClose }: TokenDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={token !== null}
      onClose={onClose}
      title={t('token.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff />} title={t('secret.once')}>
          <Text size="sm">{t('token.once_hint')}</Text>
        </Alert>
        <CodeBlock title={t('token.name')} code={token ?? ''} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
