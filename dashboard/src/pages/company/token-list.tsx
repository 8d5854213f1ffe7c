// What may be known of the token in force, and of old ones in their grace period.

import type { TokenInfo } from '@hudhud/contract/companies.ts';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { tokensQuery } from '../../queries/companies.ts';

export function TokenList() {
  const { t } = useTranslation();
  const query = useQuery({ ...tokensQuery, refetchInterval: 15_000 });
  if (query.isPending) return <Skeleton height={64} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <Text size="sm">{t('token.none')}</Text>;
  return (
    <Stack gap="sm">
      {query.data.map((token) => (
        <TokenRow key={`${token.created_at}${token.last_four}`} token={token} />
      ))}
    </Stack>
  );
}

function TokenRow({ token }: { token: TokenInfo }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <Group gap="md">
      <LeftToRight mono fw={600}>
        •••• {token.last_four}
      </LeftToRight>
      {token.expires_at ? (
        <StatusBadge color="yellow">
          {t('token.works_until', { time: text.absolute(token.expires_at) })}
        </StatusBadge>
      ) : (
        <StatusBadge color="teal">{t('token.in_force')}</StatusBadge>
      )}
      <Text size="sm" c="dimmed">
        {t('token.last_used')}:{' '}
        {token.last_used_at ? <MomentAgo at={token.last_used_at} /> : t('token.never_used')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('token.made')}: <MomentAgo at={token.created_at} />
      </Text>
    </Group>
  );
}
