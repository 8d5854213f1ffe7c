// Asks before something is done that cannot simply be undone.

import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../error/error-alert.tsx';

export interface ConfirmDialogState {
  isOpen: boolean;
  isPending: boolean;
  /** Why it was refused. */
  error?: Error | null;
  onClose: () => void;
}

interface ConfirmDialogProps extends ConfirmDialogState {
  title: string;
  confirm: string;
  isDangerous?: boolean;
  /** False: there is nothing left that could be done. */
  isPossible?: boolean;
  onConfirm: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, confirm, isDangerous = false, isPending, onConfirm, onClose, children } = props;
  const { error = null, isPossible = true } = props;
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack>
        {children}
        {error && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button
            {...(isDangerous ? { color: 'red.9' } : {})}
            loading={isPending}
            disabled={!isPossible}
            onClick={onConfirm}
            data-autofocus
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
