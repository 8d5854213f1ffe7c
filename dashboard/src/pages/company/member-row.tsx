// One member: name, address, role, and for those who decide about them another role or the way out.

import type { Member } from '@hudhud/contract/members.ts';
import { Avatar, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconUserMinus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useOwnCompany, useSession } from '../../queries/account.ts';
import { changeMember, removeMember } from '../../queries/members.ts';
import { mayDecideAbout, memberRoles } from './member-roles.ts';

export function MemberRow({ member }: { member: Member }) {
  const { t } = useTranslation();
  const isSelf = useSession().user.id === member.id;
  const mayDecide = mayDecideAbout(useOwnCompany()?.role, member.role);
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Avatar name={member.name} color="gray" radius="xl" size={36} />
        <Stack gap={0} miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              <bdi>{member.name}</bdi>
            </Text>
            {isSelf && <StatusBadge color="gray">{t('members.you')}</StatusBadge>}
            {member.has_second_factor && (
              <StatusBadge color="teal" leftSection={<IconShieldCheck size={12} aria-hidden />}>
                {t('members.second_factor')}
              </StatusBadge>
            )}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <LeftToRight>{member.email}</LeftToRight> · {t('members.joined')}{' '}
            <MomentAgo at={member.joined_at} />
          </Text>
        </Stack>
      </Group>
      {mayDecide ? (
        <Decisions member={member} />
      ) : (
        <StatusBadge color="cinnamon">{t(`shell.role_${member.role}`)}</StatusBadge>
      )}
    </Group>
  );
}

function Decisions({ member }: { member: Member }) {
  const { t } = useTranslation();
  const own = useOwnCompany();
  const change = useMutation({
    ...changeMember,
    onSuccess: () => showDone(t('members.changed')),
  });
  const choices = memberRoles.filter((role) => mayDecideAbout(own?.role, role));
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={t('members.role_of', { name: member.name })}
          w={160}
          size="sm"
          allowDeselect={false}
          disabled={change.isPending}
          value={member.role}
          onChange={(chosen) => {
            const role = choices.find((choice) => choice === chosen);
            if (role && role !== member.role) change.mutate({ id: member.id, role });
          }}
          data={choices.map((role) => ({ value: role, label: t(`shell.role_${role}`) }))}
        />
        <RemoveMember member={member} />
      </Group>
      {change.isError && <ErrorAlert error={change.error} />}
    </Stack>
  );
}

function RemoveMember({ member }: { member: Member }) {
  const { t } = useTranslation();
  const isSelf = useSession().user.id === member.id;
  const { ask, change, dialog } = useAskFirst(removeMember, () => showDone(t('members.removed')));
  // Leaving is done in the danger zone, with its own words.
  if (isSelf) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        leftSection={<IconUserMinus size={14} />}
        aria-label={t('members.remove_named', { name: member.name })}
        onClick={ask}
      >
        {t('members.remove')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('members.remove_title')}
        confirm={t('members.remove_confirm')}
        isDangerous
        onConfirm={() => change.mutate(member.id)}
      >
        <Text size="sm">{t('members.remove_explain', { name: member.name })}</Text>
      </ConfirmDialog>
    </>
  );
}
