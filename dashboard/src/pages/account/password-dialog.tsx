// Asks again for the password, before something that a borrowed browser must not do.

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../parts/form/secret-input.tsx';

interface PasswordDialogProps {
  isOpen: boolean;
  title: string;
  explain: string;
  confirm: string;
  isPending: boolean;
  /** The failure of the last try. */
  problem: ReactNode;
  onPassword: (password: string) => void;
  onClose: () => void;
  /** Further inputs, above the password. */
  children?: ReactNode;
}

export function PasswordDialog({ isOpen, title, onClose, ...inside }: PasswordDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Inside {...inside} onClose={onClose} />
    </Modal>
  );
}

/** Its own part, so that the password is forgotten when the dialog closes. */
function Inside(props: Omit<PasswordDialogProps, 'isOpen' | 'title'>) {
  const { explain, confirm, isPending, problem, onPassword, onClose, children } = props;
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onPassword(password);
      }}
    >
      <Stack>
        <Text size="sm">{explain}</Text>
        {problem}
        {children}
        <SecretInput
          label={t('password.password')}
          autoComplete="current-password"
          dir="ltr"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...(children ? {} : { 'data-autofocus': true })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={isPending} disabled={password === ''}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
