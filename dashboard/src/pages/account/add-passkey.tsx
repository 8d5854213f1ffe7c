// Adding a passkey: a name and the password here, then the device asks for a finger, a face or a PIN.

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyError } from '../../parts/error/passkey-error.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { addPasskey } from '../../queries/account.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function AddPasskey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const add = useMutation({
    ...addPasskey,
    onSuccess: () => {
      onClose();
      setName('');
      showDone(t('passkey.added'));
    },
  });
  return (
    <PasswordDialog
      isOpen={isOpen}
      title={t('passkey.add')}
      explain={t('passkey.add_explain')}
      confirm={t('passkey.add_confirm')}
      isPending={add.isPending}
      problem={add.isError && <PasskeyError error={add.error} />}
      onPassword={(password) => add.mutate({ password, name: name.trim() || t('passkey.name_default') })}
      onClose={onClose}
    >
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.name_hint')}
        placeholder={t('passkey.name_default')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </PasswordDialog>
  );
}
