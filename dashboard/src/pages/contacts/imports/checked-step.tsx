// The check is over: what would happen, which rows would be refused, and the button that does it.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { useMay } from '../../../queries/account.ts';
import { CancelImport } from './cancel-import.tsx';
import { keptChoices } from './import-choices.ts';
import { ImportCounts } from './import-counts.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { useStart } from './use-start.ts';

interface CheckedStepProps {
  job: ContactImport;
  onBack: () => void;
}

export function CheckedStep({ job, onBack }: CheckedStepProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const mayChange = useMay('operator');
  const start = useStart(job.id);
  const choices = keptChoices(job.id);
  const good = job.rows_done - job.refused;
  return (
    <Stack gap="lg">
      {start.isError && <ErrorAlert error={start.error} />}
      <Text fw={600} role="status">
        {t('import_checked.title')}
      </Text>
      <ImportCounts job={job} />
      <RefusedRows job={job} />
      {mayChange && (
        <Group justify="space-between">
          <CancelImport job={job} />
          <Group gap="sm">
            <Button variant="default" onClick={onBack}>
              {t('import_checked.back')}
            </Button>
            {choices && (
              <Button
                disabled={good === 0}
                loading={start.isPending}
                onClick={() => start.mutate({ choices, isDryRun: false })}
              >
                {t('import_checked.run', { count: good, formatted: number(good) })}
              </Button>
            )}
          </Group>
        </Group>
      )}
    </Stack>
  );
}
