// One open invitation, and taking it back.

import type { Invitation } from '@hudhud/contract/members.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useOwnCompany } from '../../queries/account.ts';
import { withdrawInvitation } from '../../queries/members.ts';
import { mayDecideAbout } from './member-roles.ts';

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const mayDecide = mayDecideAbout(useOwnCompany()?.role, invitation.role);
  const withdraw = useMutation({
    ...withdrawInvitation,
    onSuccess: () => showDone(t('members.withdrawn')),
  });
  const name = invitation.note === '' ? t('members.no_note') : invitation.note;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              <bdi>{name}</bdi>
            </Text>
            <StatusBadge color="gray">{t(`shell.role_${invitation.role}`)}</StatusBadge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('members.invited_by', {
              name: invitation.invited_by,
              time: text.absolute(invitation.expires_at),
            })}
          </Text>
        </Stack>
        {mayDecide && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconX size={14} />}
            loading={withdraw.isPending}
            aria-label={t('members.withdraw_named', { name })}
            onClick={() => withdraw.mutate(invitation.id)}
          >
            {t('members.withdraw')}
          </Button>
        )}
      </Group>
      {withdraw.isError && <ErrorAlert error={withdraw.error} />}
    </Stack>
  );
}
