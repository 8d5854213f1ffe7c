// One passkey: what it is called and when it was used, another name, and removing it.

import type { Passkey } from '@hudhud/contract/passkeys.ts';
import { ActionIcon, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
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

interface RowButtonProps {
  label: string;
  icon: typeof IconPencil;
  onClick: () => void;
}

function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon size={16} />
    </ActionIcon>
  );
}

function Rename({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <RowButton label={t('passkey.rename', { name: passkey.name })} icon={IconPencil} onClick={open} />
      <Modal opened={isOpen} onClose={close} title={t('passkey.rename_title')}>
        <RenameForm passkey={passkey} onSaved={close} />
      </Modal>
    </>
  );
}

function RenameForm({ passkey, onSaved }: { passkey: Passkey; onSaved: () => void }) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { name: passkey.name },
    save: { ...renamePasskey, onSuccess: onSaved },
    toBody: ({ name }) => ({ id: passkey.id, name: name.trim() }),
  });
  return (
    <FormFrame {...frame} submit={t('action.save')} isDisabled={form.values.name.trim() === ''}>
      <TextInput
        label={t('passkey.name')}
        maxLength={100}
        data-autofocus
        {...ownDirection}
        {...form.getInputProps('name')}
      />
    </FormFrame>
  );
}

function Remove({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { ask, change, dialog } = useAskFirst(removePasskey, () => showDone(t('passkey.removed')));
  return (
    <>
      <RowButton label={t('passkey.remove', { name: passkey.name })} icon={IconTrash} onClick={ask} />
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
