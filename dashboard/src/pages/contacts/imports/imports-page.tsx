// The files that were uploaded, and what became of each.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordTable } from '../../../parts/list/record-table.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { RouteButton, RouteLink } from '../../../parts/page/route-link.tsx';
import { StatusBadge } from '../../../parts/state/status-badge.tsx';
import type { StatusColor } from '../../../parts/state/status-color.ts';
import { MomentAgo, MomentCell } from '../../../parts/time/moment.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { useMay } from '../../../queries/account.ts';
import { importsQuery } from '../../../queries/imports.ts';
import { ContactTabs } from '../contact-tabs.tsx';

// What an import is doing, as a badge.

const colors: Record<ContactImport['state'], StatusColor> = {
  uploaded: 'gray',
  queued: 'blue',
  running: 'blue',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

const wordOf = ({ state, is_dry_run }: ContactImport) => {
  if (!is_dry_run) return state;
  if (state === 'done') return 'checked';
  return state === 'running' ? 'checking' : state;
};

/** A check imports nothing: neither while it runs nor when it is over. */
function ImportStateBadge({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const isChecked = job.is_dry_run && job.state === 'done';
  return (
    <StatusBadge color={isChecked ? 'yellow' : colors[job.state]}>
      {t(`import_state.${wordOf(job)}`)}
    </StatusBadge>
  );
}

export function ImportsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useInfiniteQuery(importsQuery);
  const add = useMay('operator') && (
    <RouteButton to="/contacts/imports/new" leftSection={<IconPlus size={16} />}>
      {t('import_page.new')}
    </RouteButton>
  );
  return (
    <>
      <PageHeader title={t('contacts.imports')} subtitle={t('import_page.subtitle')}>
        {add}
      </PageHeader>
      <ContactTabs />
      <RecordTable
        name={t('contacts.imports')}
        query={query}
        columns={useColumns()}
        phoneRow={(job) => <PhoneRow job={job} />}
        onOpen={({ id }) => void navigate({ to: '/contacts/imports/$importId', params: { importId: id } })}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t('import_page.empty')}
            hint={t('import_page.empty_hint')}
          />
        }
      />
    </>
  );
}

function useColumns(): RecordColumn<ContactImport>[] {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const counted = (accessor: 'created' | 'updated' | 'skipped' | 'refused') => ({
    accessor,
    title: t(`import_count.${accessor}`),
    width: 110,
    render: (job: ContactImport) => (job.state === 'uploaded' ? '' : number(job[accessor])),
  });
  return [
    {
      accessor: 'created_at',
      title: t('import_page.uploaded'),
      width: 150,
      render: ({ created_at }) => <MomentCell at={created_at} />,
    },
    { accessor: 'file_name', title: t('import_page.file'), render: (job) => <FileLink job={job} /> },
    {
      accessor: 'state',
      title: t('import_page.state'),
      width: 160,
      render: (job) => <ImportStateBadge job={job} />,
    },
    counted('created'),
    counted('updated'),
    counted('skipped'),
    counted('refused'),
  ];
}

function FileLink({ job }: { job: ContactImport }) {
  return (
    <RouteLink to="/contacts/imports/$importId" params={{ importId: job.id }} size="sm" c="inherit" fw={550}>
      <bdi style={{ overflowWrap: 'anywhere' }}>{job.file_name}</bdi>
    </RouteLink>
  );
}

function PhoneRow({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <FileLink job={job} />
        <MomentAgo at={job.created_at} />
      </Group>
      <Group gap="xs">
        <ImportStateBadge job={job} />
        {job.refused > 0 && (
          <Text size="xs" c="dimmed">
            {t('import_count.refused')}: {number(job.refused)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
