// The rows with a mistake: the first of them with the reason, and all of them as a file to put right.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Group, ScrollArea, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { DownloadButton } from '../../../parts/form/download-button.tsx';
import { saveFile } from '../../../parts/form/save-file.ts';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { openRefusedRows, refusedRowsQuery } from '../../../queries/imports.ts';
import type { RefusedRow } from '../../../queries/refused-rows.ts';

// Why a row was refused, in the reader's language. The gateway's own sentence is English and says more; for readers of
// other languages its code is put into words here.

const known = [
  'broken_characters',
  'contact_field_invalid',
  'default_country_missing',
  'duplicate_in_file',
  'invalid_phone_number',
  'invalid_tags',
  'name_too_long',
  'notes_too_long',
  'too_many_cells',
  'unknown_language',
] as const;

/** `kind`: what all rows with this code have in common, without what is in one of them. */
function useRefusalWords(): (row: Pick<RefusedRow, 'code' | 'reason'>, of?: 'row' | 'kind') => string {
  const { t, i18n } = useTranslation();
  return ({ code, reason }, of = 'row') => {
    const name = known.find((one) => one === code);
    if (name === undefined || (i18n.language === 'en' && of === 'row')) return reason;
    return t(`import_refusal.${name}`);
  };
}

export function RefusedRows({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const rows = useQuery(refusedRowsQuery(job));
  const save = useMutation({
    mutationFn: async () => saveFile(await openRefusedRows(job.id), 'refused.csv'),
  });
  if (job.refused === 0) return null;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>
          {t('import_refused.title', { count: job.refused, formatted: number(job.refused) })}
        </Title>
        <DownloadButton save={save}>{t('import_refused.download')}</DownloadButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('import_refused.hint')}
      </Text>
      {save.isError && <ErrorAlert error={save.error} />}
      {rows.isPending && <Skeleton height={120} />}
      {rows.isError && <ErrorAlert error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data && (
        <>
          <Reasons rows={rows.data} isAll={rows.data.length >= job.refused} />
          <RefusedTable rows={rows.data.slice(0, shownMax)} total={job.refused} />
        </>
      )}
    </Stack>
  );
}

const shownMax = 50;

/** How often each reason occurs, the commonest first: one wrong column is one cause, not a thousand rows. */
function Reasons({ rows, isAll }: { rows: readonly RefusedRow[]; isAll: boolean }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const wordsFor = useRefusalWords();
  const byCode = Map.groupBy(rows, ({ code }) => code);
  const reasons = [...byCode.values()].toSorted((one, two) => two.length - one.length);
  return (
    <Stack gap={4}>
      {!isAll && (
        <Text size="xs" c="dimmed">
          {t('import_refused.counted', { count: rows.length, formatted: number(rows.length) })}
        </Text>
      )}
      {reasons.map(([first, ...others]) => (
        <Text key={first?.code} size="sm">
          <Text span fw={600} className="numbers">
            {number(others.length + 1)}
          </Text>{' '}
          × <bdi>{first && wordsFor(first, 'kind')}</bdi>
        </Text>
      ))}
    </Stack>
  );
}

function RefusedTable({ rows, total }: { rows: readonly RefusedRow[]; total: number }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const wordsFor = useRefusalWords();
  return (
    <>
      <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing="xs" aria-label={t('import_refused.table')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{t('import_refused.line')}</Table.Th>
              <Table.Th>{t('import_refused.reason')}</Table.Th>
              <Table.Th>{t('import_refused.row')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td>{row.line}</Table.Td>
                <Table.Td>
                  <bdi>{wordsFor(row)}</bdi>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Cells cells={row.cells} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {total > rows.length && (
        <Text size="sm" c="dimmed">
          {t('import_refused.more', { count: rows.length, formatted: number(rows.length) })}
        </Text>
      )}
    </>
  );
}

/** Each reads in its own direction: a number beside an Arabic name keeps its digits where they are. */
const Cells = ({ cells }: { cells: readonly string[] }) =>
  cells
    .map((text, place) => ({ text, place }))
    .filter(({ text }) => text !== '')
    .map(({ text, place }, index) => (
      <Fragment key={place}>
        {index > 0 && ' · '}
        <bdi>{text}</bdi>
      </Fragment>
    ));
