// How much of its room the company's files take: an upload is refused when there is none left.

import { Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { byteSize } from '../../parts/text/byte-size.ts';
import { mediaUsageQuery } from '../../queries/media.ts';

/** From here on the bar warns. */
const nearlyFull = 90;

const isolated = (bytes: number): string => `\u2066${byteSize(bytes)}\u2069`;

export function FileRoom() {
  const { t } = useTranslation();
  const query = useQuery(mediaUsageQuery);
  if (query.isPending) return <Skeleton height={110} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const { bytes, files, quota_bytes: quota } = query.data;
  const percent = Math.min(100, (bytes / quota) * 100);
  return (
    <Panel>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('profile.files')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('profile.files_hint')}
        </Text>
        <Progress
          value={percent}
          color={percent >= nearlyFull ? 'red' : 'teal'}
          aria-label={t('profile.files')}
        />
        <Text size="sm">
          {t('profile.files_used', { used: isolated(bytes), quota: isolated(quota), count: files })}
        </Text>
      </Stack>
    </Panel>
  );
}
