// An import, or its check, under way: how far it is. It continues by itself when the page is closed.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { CancelImport } from './cancel-import.tsx';
import { ImportCounts } from './import-counts.tsx';

export function RunningStep({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Text fw={600} role="status">
          {t(job.is_dry_run ? 'import_run.checking' : 'import_run.importing')}
        </Text>
        <Progress
          value={Math.max(2, job.progress * 100)}
          animated
          size="lg"
          aria-label={t('import_run.progress')}
        />
        <Text size="sm" c="dimmed">
          {t('import_run.rows', { count: job.rows_done, formatted: number(job.rows_done) })}
        </Text>
      </Stack>
      <ImportCounts job={job} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('import_run.leave')}
        </Text>
        <CancelImport job={job} />
      </Group>
    </Stack>
  );
}
