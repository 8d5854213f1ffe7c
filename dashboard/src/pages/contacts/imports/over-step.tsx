// The import is over: what became of the rows, and where to go from here.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RouteButton } from '../../../parts/page/route-link.tsx';
import { MomentLine } from '../../../parts/time/moment.tsx';
import { ImportCounts } from './import-counts.tsx';
import { RefusedRows } from './refused-rows.tsx';

export function OverStep({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <Ending job={job} />
      {job.rows_done > 0 && <ImportCounts job={job} />}
      <RefusedRows job={job} />
      <Group gap="sm">
        <RouteButton to="/contacts" leftSection={<IconUsers size={16} />}>
          {t('import_over.to_contacts')}
        </RouteButton>
        <RouteButton to="/contacts/imports/new" variant="default">
          {t('import_over.another')}
        </RouteButton>
      </Group>
    </Stack>
  );
}

function Ending({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  if (job.state === 'failed') {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={t('import_over.failed')}>
        <bdi>{job.failure}</bdi>
      </Alert>
    );
  }
  const isDone = job.state === 'done';
  return (
    <Alert
      color={isDone ? 'teal' : 'gray'}
      icon={isDone ? <IconCircleCheck /> : <IconAlertTriangle />}
      title={t(isDone ? 'import_over.done' : 'import_over.cancelled')}
      role="status"
    >
      {job.finished_at && (
        <Text size="sm">
          <MomentLine at={job.finished_at} />
        </Text>
      )}
    </Alert>
  );
}
