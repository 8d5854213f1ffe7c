// Invites a person by a link that works once. It is mailed, or shown here and never again.

import type { Invitation } from '@hudhud/contract/members.ts';
import type { MemberRole } from '@hudhud/contract/users.ts';
import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconEyeOff, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { useOwnCompany, waysInQuery } from '../../queries/account.ts';
import { type CreatedInvitation, inviteMember, mailInvitation } from '../../queries/members.ts';
import { mayDecideAbout, memberRoles } from './member-roles.ts';

interface Wish {
  readonly role: MemberRole;
  readonly note: string;
  /** Empty: the link is shown instead of mailed. */
  readonly email: string;
}

/** With the link to hand over, unless it was mailed. */
type Invited = Invitation | CreatedInvitation;

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [invited, setInvited] = useState<Invited | null>(null);
  const leave = () => {
    onClose();
    setInvited(null);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={t('members.invite_title')}
      closeOnClickOutside={invited === null || !('secret_link' in invited)}
    >
      {invited === null ? (
        <InviteForm onInvited={setInvited} onClose={leave} />
      ) : 'secret_link' in invited ? (
        <Stack>
          <Alert color="yellow" icon={<IconEyeOff />} title={t('secret.once')}>
            {t('members.link_hint')}
          </Alert>
          <CodeBlock title={t('members.link')} code={invited.secret_link} />
          <Group justify="flex-end">
            <Button onClick={leave}>{t('members.link_kept')}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Alert color="teal" icon={<IconMailForward />} title={t('members.mailed')}>
            {t('members.mailed_hint')}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={leave}>{t('action.close')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface InviteFormProps {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}

/** Nothing happens, and no link exists, before the form is sent. */
function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { t } = useTranslation();
  const own = useOwnCompany();
  const sendsMail = useQuery(waysInQuery).data?.sends_mail ?? false;
  const { form, frame } = useServerForm({
    initialValues: { role: 'operator' as MemberRole, note: '', email: '' },
    save: {
      ...inviteMember,
      mutationFn: ({ email, ...wish }: Wish): Promise<Invited> =>
        email === '' ? inviteMember.mutationFn(wish) : mailInvitation.mutationFn({ ...wish, email }),
      onSuccess: onInvited,
    },
    toBody: ({ role, note, email }) => ({ role, note: note.trim(), email: email.trim() }),
  });
  const isMailed = form.values.email.trim() !== '';
  return (
    <FormFrame {...frame} submit={t(isMailed ? 'members.mail_link' : 'members.make_link')} onCancel={onClose}>
      <Text size="sm">{t('members.invite_explain')}</Text>
      <TextInput
        label={t('members.note')}
        description={t('members.note_hint')}
        maxLength={100}
        data-autofocus
        {...ownDirection}
        {...form.getInputProps('note')}
      />
      {sendsMail && (
        <TextInput
          type="email"
          dir="ltr"
          label={t('members.email')}
          description={t('members.email_hint')}
          {...form.getInputProps('email')}
        />
      )}
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
