// Invites somebody by a link that works once. The link is shown here and never again.

import type { MemberRole } from '@hudhud/contract/people.ts';
import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { useOwnCompany } from '../../queries/account.ts';
import { inviteMember } from '../../queries/members.ts';
import { mayDecideAbout, memberRoles } from './member-roles.ts';

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string | null>(null);
  const leave = () => {
    onClose();
    setLink(null);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={t('members.invite_title')}
      closeOnClickOutside={link === null}
    >
      {link === null ? (
        <InviteForm onInvited={setLink} onClose={leave} />
      ) : (
        <Stack>
          <Alert color="yellow" icon={<IconEyeOff />} title={t('secret.once')}>
            {t('members.link_hint')}
          </Alert>
          <CodeBlock title={t('members.link')} code={link} />
          <Group justify="flex-end">
            <Button onClick={leave}>{t('members.link_kept')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface InviteFormProps {
  onInvited: (link: string) => void;
  onClose: () => void;
}

/** Nothing happens, and no link exists, before the form is sent. */
function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { t } = useTranslation();
  const own = useOwnCompany();
  const { form, frame } = useServerForm({
    initialValues: { role: 'operator' as MemberRole, note: '' },
    save: { ...inviteMember, onSuccess: ({ secret_link }) => onInvited(secret_link) },
    toBody: ({ role, note }) => ({ role, note: note.trim() }),
  });
  return (
    <FormFrame {...frame} submit={t('members.make_link')} onCancel={onClose}>
      <Text size="sm">{t('members.invite_explain')}</Text>
      <TextInput
        label={t('members.note')}
        description={t('members.note_hint')}
        maxLength={100}
        data-autofocus
        {...ownDirection}
        {...form.getInputProps('note')}
      />
      <Radio.Group label={t('members.role')} {...form.getInputProps('role')}>
        <Stack gap="sm" mt="xs">
          {memberRoles
            .filter((one) => mayDecideAbout(own?.role, one))
            .map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`shell.role_${one}`)}
                description={t(`role_hint.${one}`)}
              />
            ))}
        </Stack>
      </Radio.Group>
    </FormFrame>
  );
}
