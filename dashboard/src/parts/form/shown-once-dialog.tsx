// A secret that is shown this once. Only the button closes it: a slip of the mouse must not lose it.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../text/code-block.tsx';

interface ShownOnceDialogProps {
  title: string;
  /** What to do with it now. */
  hint: string;
  /** What the secret is called. */
  name: string;
  /** Null: there is nothing to show. */
  secret: string | null;
  onClose: () => void;
  /** Below the secret. */
  children?: ReactNode;
}

export function ShownOnceDialog({ title, hint, name, secret, onClose, children }: ShownOnceDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff />} title={t('secret.once')}>
          <Text size="sm">{hint}</Text>
        </Alert>
        <CodeBlock title={name} code={secret ?? ''} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
