// Named tokens: one for each of the company's systems, with what it may do, from where and until when.

import type { NamedToken } from '@hudhud/contract/tokens.ts';
import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { EditButton } from '../../parts/form/edit-button.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMay } from '../../queries/account.ts';
import { namedTokensQuery, revokeToken } from '../../queries/tokens.ts';
import { TokenDialog } from '../company/token-dialog.tsx';
import { NamedTokenDialog } from './named-token-dialog.tsx';

export function NamedTokens() {
  const { t } = useTranslation();
  const mayChange = useMay('admin');
  const [isAdding, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<string | null>(null);
  const query = useQuery({ ...namedTokensQuery, refetchInterval: 15_000 });
  return (
    <Panel
      title={t('named_token.title')}
      aside={
        mayChange && (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={open}>
            {t('named_token.add')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('named_token.explain')}
      </Text>
      {query.isPending && <Skeleton height={120} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconKey} title={t('named_token.empty')} hint={t('named_token.empty_hint')} />
      )}
      <Stack gap="sm">
        {query.data?.map((token) => (
          <TokenCard key={token.id} token={token} mayChange={mayChange} />
        ))}
      </Stack>
      <NamedTokenDialog token={null} isOpen={isAdding} onClose={close} onMade={setMade} />
      <TokenDialog token={made} onClose={() => setMade(null)} />
    </Panel>
  );
}

function TokenCard({ token, mayChange }: { token: NamedToken; mayChange: boolean }) {
  const { t } = useTranslation();
  const [isEditing, { open, close }] = useDisclosure(false);
  const { name } = token;
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} miw={0} style={{ flex: '1 1 280px' }}>
          <Group gap="xs">
            <Text fw={600}>
              <bdi>{name}</bdi>
            </Text>
            <LeftToRight mono>•••• {token.last_four}</LeftToRight>
            <EndBadge token={token} />
          </Group>
          <Group gap={6}>
            {token.scopes.map((scope) => (
              <Badge key={scope} variant="default" radius="sm" tt="none" fw={500}>
                {t(`token_scope.${scope}`)}
              </Badge>
            ))}
          </Group>
          <Networks token={token} />
          <Use token={token} />
        </Stack>
        {mayChange && (
          <Group gap="xs">
            <EditButton label={t('named_token.edit_named', { name })} onClick={open} />
            <DeleteButton
              title={t('named_token.revoke_title')}
              explain={t('named_token.revoke_explain', { name })}
              confirm={t('named_token.revoke')}
              done={t('named_token.revoked')}
              label={t('named_token.revoke_named', { name })}
              word={t('named_token.revoke')}
              remove={revokeToken}
              id={token.id}
            />
          </Group>
        )}
      </Group>
      <NamedTokenDialog token={token} isOpen={isEditing} onClose={close} />
    </Paper>
  );
}

function EndBadge({ token: { expires_at: endsAt } }: { token: NamedToken }) {
  const { t } = useTranslation();
  const text = useTimeText();
  if (endsAt === null) return <StatusBadge color="teal">{t('named_token.no_end')}</StatusBadge>;
  const isOver = text.isPast(endsAt);
  return (
    <StatusBadge color={isOver ? 'red' : 'yellow'}>
      {t(isOver ? 'named_token.ended' : 'named_token.ends', { time: text.absolute(endsAt) })}
    </StatusBadge>
  );
}

function Networks({ token: { networks } }: { token: NamedToken }) {
  const { t } = useTranslation();
  if (networks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('named_token.anywhere')}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" component="div">
      {t('named_token.networks')}: <LeftToRight mono>{networks.join(', ')}</LeftToRight>
    </Text>
  );
}

function Use({ token }: { token: NamedToken }) {
  const { t } = useTranslation();
  return (
    <Text size="xs" c="dimmed" component="div">
      {t('named_token.last_used')}:{' '}
      {token.last_used_at ? <MomentAgo at={token.last_used_at} /> : t('named_token.never_used')}
      {' · '}
      {t('named_token.made')}: <MomentAgo at={token.created_at} />
      {token.created_by !== null && (
        <>
          {' · '}
          <bdi>{token.created_by}</bdi>
        </>
      )}
    </Text>
  );
}
