// Members: who belongs to the company, as what, and who has been invited.

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useMay } from '../../queries/account.ts';
import { invitationsQuery, membersQuery } from '../../queries/members.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { changingRole } from './sections.ts';

export function MembersSection() {
  const { t } = useTranslation();
  const mayChange = useMay(changingRole);
  const [isInviting, { open, close }] = useDisclosure(false);
  return (
    <Stack gap="lg">
      <Panel
        title={t('members.title')}
        aside={
          mayChange && (
            <Button size="xs" leftSection={<IconUserPlus size={14} />} onClick={open}>
              {t('members.invite')}
            </Button>
          )
        }
      >
        <Members />
      </Panel>
      <Panel title={t('members.invited')}>
        <Invitations />
      </Panel>
      <InviteDialog isOpen={isInviting} onClose={close} />
    </Stack>
  );
}

function Members() {
  const query = useQuery(membersQuery);
  if (query.isPending) return <Skeleton height={120} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="md">
      {query.data.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </Stack>
  );
}

function Invitations() {
  const { t } = useTranslation();
  const query = useQuery(invitationsQuery);
  if (query.isPending) return <Skeleton height={60} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Group>
        <Text size="sm" c="dimmed">
          {t('members.none_invited')}
        </Text>
      </Group>
    );
  }
  return (
    <Stack gap="md">
      {query.data.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}
