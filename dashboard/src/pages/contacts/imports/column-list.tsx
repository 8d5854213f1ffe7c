// The columns of the file, each with what stands in it and what it is taken for.

import type { ImportPreview } from '@hudhud/contract/imports.ts';
import { Box, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../queries/account.ts';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { FieldDialog } from '../settings/field-dialog.tsx';
import styles from './column-list.module.css';
import type { ImportChoices } from './import-choices.ts';

// The columns of a file as people see them: a heading, and what stands below it. Whether the first row holds headings is
// a guess of the gateway's that people may correct.

interface FileColumn {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Null: the column has none. */
  readonly heading: string | null;
  readonly samples: readonly string[];
}

const samplesMax = 3;

export function fileColumns(preview: ImportPreview, hasHeader: boolean): FileColumn[] {
  const rows = preview.has_header ? [preview.headers, ...preview.rows] : preview.rows;
  const below = hasHeader ? rows.slice(1) : rows;
  return preview.headers.map((_heading, index) => ({
    number: index + 1,
    heading: (hasHeader && rows[0]?.[index]) || null,
    samples: below
      .map((row) => row[index] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, samplesMax),
  }));
}

const targets = ['phone_number', 'name', 'language', 'notes', 'tags'] as const;
const leaveOut = 'leave-out';
const newField = 'new-field';

interface ColumnListProps {
  preview: ImportPreview;
  choices: ImportChoices;
  onChange: (mapping: ImportChoices['mapping']) => void;
}

export function ColumnList({ preview, choices, onChange }: ColumnListProps) {
  const { t } = useTranslation();
  /** The column for which a field is being made. */
  const [newFor, setNewFor] = useState<number | null>(null);
  const columns = fileColumns(preview, choices.has_header);
  const map = (index: number, target: string | null) =>
    onChange(choices.mapping.map((before, at) => (at === index ? target : before)));
  return (
    <>
      <Box component="ul" className={styles.list} aria-label={t('import_columns.title')}>
        {columns.map((column, index) => (
          <li key={column.number} className={styles.column}>
            <ColumnLook column={column} />
            <TargetSelect
              column={column}
              value={choices.mapping[index] ?? null}
              taken={choices.mapping}
              onChange={(target) => (target === newField ? setNewFor(index) : map(index, target))}
            />
          </li>
        ))}
      </Box>
      <FieldDialog
        field={null}
        isOpen={newFor !== null}
        label={(newFor !== null && columns[newFor]?.heading) || ''}
        onClose={() => setNewFor(null)}
        onSaved={({ name }) => {
          if (newFor !== null) map(newFor, `field.${name}`);
        }}
      />
    </>
  );
}

function ColumnLook({ column }: { column: FileColumn }) {
  const { t } = useTranslation();
  return (
    <Stack gap={2} miw={0}>
      <Text size="sm" fw={600}>
        <bdi>{column.heading ?? t('import_columns.column', { number: column.number })}</bdi>
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
        {column.samples.length === 0 && t('import_columns.empty')}
        {column.samples.map((sample, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
          <span key={index}>
            {index > 0 && ' · '}
            <bdi>{sample}</bdi>
          </span>
        ))}
      </Text>
    </Stack>
  );
}

interface TargetSelectProps {
  column: FileColumn;
  value: string | null;
  taken: readonly (string | null)[];
  onChange: (target: string | null) => void;
}

function TargetSelect({ column, value, taken, onChange }: TargetSelectProps) {
  const { t } = useTranslation();
  const { data: fields = [] } = useQuery(fieldsQuery);
  const mayAddFields = useMay('admin');
  const offer = (target: string, label: string) => ({
    value: target,
    label,
    disabled: target !== value && taken.includes(target),
  });
  const own = fields.map(({ name, label }) => offer(`field.${name}`, label));
  const more = mayAddFields ? [{ value: newField, label: t('import_columns.new_field') }] : [];
  return (
    <Select
      aria-label={t('import_columns.target', {
        column: column.heading ?? t('import_columns.column', { number: column.number }),
      })}
      allowDeselect={false}
      searchable
      data={[
        { value: leaveOut, label: t('import_target.none') },
        ...targets.map((target) => offer(target, t(`import_target.${target}`))),
        { group: t('contact_field.title'), items: [...own, ...more] },
      ]}
      value={value ?? leaveOut}
      onChange={(chosen) => onChange(chosen === leaveOut ? null : chosen)}
    />
  );
}
