// Invites somebody by a link that works once. The link is shown here and never again.

import type { Invitation } from '@hudhud/contract/members.ts';
import type { MemberRole } from '@hudhud/contract/people.ts';
import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconEyeOff, IconMailForward } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { ownDirection } from '../../parts/own-direction.ts';
import { useOwnCompany, waysInQuery } from '../../queries/account.ts';
import {
  type CreatedInvitation,
  invitationsQuery,
  inviteMember,
  mailInvitation,
} from '../../queries/members.ts';
import { mayDecideAbout, memberRoles } from './member-roles.ts';

interface Wish {
  readonly role: MemberRole;
  readonly note: string;
  /** Empty: the link is shown instead of mailed. */
  readonly email: string;
}

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: ({ email, ...wish }: Wish): Promise<Invitation | CreatedInvitation> =>
      email === '' ? inviteMember(wish) : mailInvitation({ ...wish, email }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  const leave = () => {
    onClose();
    invite.reset();
  };
  const link = invite.data && ('secret_link' in invite.data ? invite.data.secret_link : null);
  return (
    <Modal opened={isOpen} onClose={leave} title={t('members.invite_title')} closeOnClickOutside={!link}>
      {link === undefined ? (
        <InviteForm error={invite.error} isSaving={invite.isPending} onSave={invite.mutate} onClose={leave} />
      ) : link === null ? (
        <Stack>
          <Alert color="teal" icon={<IconMailForward />} title={t('members.mailed')}>
            {t('members.mailed_hint')}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={leave}>{t('action.close')}</Button>
          </Group>
        </Stack>
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
  error: Error | null;
  isSaving: boolean;
  onSave: (wish: Wish) => void;
  onClose: () => void;
}

function InviteForm({ error, isSaving, onSave, onClose }: InviteFormProps) {
  const { t } = useTranslation();
  const own = useOwnCompany();
  const [role, setRole] = useState<MemberRole>('operator');
  const [note, setNote] = useState('');
  const [email, setEmail] = useState('');
  const sendsMail = useQuery(waysInQuery).data?.sends_mail ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ role, note: note.trim(), email: email.trim() });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {error && <ErrorAlert error={error} />}
        <Text size="sm">{t('members.invite_explain')}</Text>
        <TextInput
          label={t('members.note')}
          description={t('members.note_hint')}
          maxLength={100}
          data-autofocus
          {...ownDirection}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {sendsMail && (
          <TextInput
            type="email"
            dir="ltr"
            label={t('members.email')}
            description={t('members.email_hint')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <Radio.Group
          label={t('members.role')}
          value={role}
          onChange={(chosen) => setRole(memberRoles.find((one) => one === chosen) ?? 'viewer')}
        >
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t(email.trim() === '' ? 'members.make_link' : 'members.mail_link')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
