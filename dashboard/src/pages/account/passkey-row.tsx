// One passkey: what it is called and when it was used, another name, and removing it.

import type { Passkey } from '@hudhud/contract/passkeys.ts';
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { removePasskey, renamePasskey } from '../../queries/account.ts';

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const used = passkey.last_used_at;
  return (
    <Group gap="sm" wrap="nowrap">
      <IconFingerprint size={22} stroke={1.5} style={{ flexShrink: 0 }} aria-hidden />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={550} truncate="end">
          <bdi>{passkey.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {used === null
            ? t('passkey.unused', { when: text.relative(passkey.created_at) })
            : t('passkey.used', { when: text.relative(used) })}
          {passkey.is_synced && ` · ${t('passkey.synced')}`}
        </Text>
      </div>
      <Rename passkey={passkey} />
      <Remove passkey={passkey} />
    </Group>
  );
}

function Rename({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    ...renamePasskey,
    onSuccess: close,
  });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('passkey.rename', { name: passkey.name })}
        onClick={open}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <Modal opened={isOpen} onClose={close} title={t('passkey.rename_title')}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') rename.mutate({ id: passkey.id, name: name.trim() });
          }}
        >
          <Stack>
            {rename.isError && <ErrorAlert error={rename.error} />}
            <TextInput
              label={t('passkey.name')}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" loading={rename.isPending}>
                {t('action.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function Remove({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { ask, change, dialog } = useAskFirst(removePasskey, () => showDone(t('passkey.removed')));
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('passkey.remove', { name: passkey.name })}
        onClick={ask}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <ConfirmDialog
        {...dialog}
        title={t('passkey.remove_title')}
        confirm={t('passkey.remove_confirm')}
        isDangerous
        onConfirm={() => change.mutate(passkey.id)}
      >
        <Text size="sm">{t('passkey.remove_explain', { name: passkey.name })}</Text>
      </ConfirmDialog>
    </>
  );
}
