// The second step: what each column is, and how the rows are to be taken.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { contactSettingsQuery } from '../../../queries/contacts.ts';
import { useMe } from '../../../queries/me.ts';
import { CancelImport } from './cancel-import.tsx';
import { ColumnList } from './column-list.tsx';
import { guessCountry } from './guess-country.ts';
import { checkChoices, guessedChoices, type ImportChoices, keptChoices } from './import-choices.ts';
import { ImportOptions } from './import-options.tsx';
import { useStart } from './use-start.ts';

interface ColumnsStepProps {
  job: ContactImport;
  onStarted: () => void;
}

/** The default country comes from the settings, or from what the file and the clock say. */
export function ColumnsStep(props: ColumnsStepProps) {
  const settings = useQuery(contactSettingsQuery);
  const { timezone } = useMe().company;
  if (settings.isPending) return <Skeleton height={280} />;
  const country = settings.data?.default_country ?? guessCountry(props.job.preview, timezone);
  return <Choosing {...props} initial={keptChoices(props.job.id) ?? guessedChoices(props.job, country)} />;
}

function Choosing({ job, initial, onStarted }: ColumnsStepProps & { initial: ImportChoices }) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState(initial);
  const set = (part: Partial<ImportChoices>) => setChoices((before) => ({ ...before, ...part }));
  const start = useStart(job.id, onStarted);
  const problem = checkChoices(choices);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) start.mutate({ choices, isDryRun: true });
      }}
    >
      <Stack gap="lg">
        {start.isError && <ErrorAlert error={start.error} />}
        <Text size="sm" c="dimmed">
          {t('import_columns.hint')}{' '}
          {job.format === 'csv' &&
            t('import_columns.encoding', { encoding: job.preview.encoding.toUpperCase() })}
        </Text>
        <Checkbox
          label={t('import_columns.has_header')}
          checked={choices.has_header}
          onChange={(event) => set({ has_header: event.currentTarget.checked })}
        />
        <ColumnList preview={job.preview} choices={choices} onChange={(mapping) => set({ mapping })} />
        <ImportOptions choices={choices} onChange={set} />
        {problem && (
          <Alert color="yellow" role="status">
            {t(`import_problem.${problem}`)}
          </Alert>
        )}
        <Group justify="space-between">
          <CancelImport job={job} />
          <Button type="submit" disabled={problem !== null} loading={start.isPending}>
            {t('import_columns.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
