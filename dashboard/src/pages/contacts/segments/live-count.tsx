// How many people the filter means right now, asked when the changes pause.

import type { ContactFilter } from '@hudhud/contract/segments.ts';
import { Group, Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { filterCountQuery } from '../../../queries/segments.ts';
import { useCountText } from './count-text.ts';

const pauseMilliseconds = 350;

export function LiveCount({ filter }: { filter: ContactFilter }) {
  const { t } = useTranslation();
  const countText = useCountText();
  const [settled] = useDebouncedValue(JSON.stringify(filter), pauseMilliseconds);
  const query = useQuery(filterCountQuery(JSON.parse(settled) as ContactFilter));
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Group gap="xs" role="status" aria-label={t('segment_form.count')}>
      <IconUsers size={18} aria-hidden />
      <Text fw={600}>{query.data ? countText(query.data) : '…'}</Text>
      {query.isFetching && <Loader size={14} color="gray" />}
    </Group>
  );
}
