// A file of people. It is only read for this campaign: the people in it do not become contacts.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Group, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { uploadImport } from '../../../queries/imports.ts';
import { CountrySelect } from '../../contacts/country-select.tsx';
import { DropArea } from '../../contacts/imports/drop-area.tsx';
import { type AudienceChoice, withFile } from './audience-choice.ts';

interface ChoiceProps {
  choice: AudienceChoice;
  onChange: (part: Partial<AudienceChoice>) => void;
}

const rowsShown = 3;

export function FileChoice({ choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const upload = useMutation({
    ...uploadImport,
    onSuccess: (file) => onChange(withFile(choice, file)),
  });
  return (
    <Stack>
      {upload.isError && <ErrorAlert error={upload.error} />}
      <DropArea isBusy={upload.isPending} onFile={(file) => upload.mutate(file)} />
      <Text size="sm" c="dimmed">
        {t('audience_choice.file_columns')}
      </Text>
      {choice.file && <ChosenFile file={choice.file} choice={choice} onChange={onChange} />}
    </Stack>
  );
}

function ChosenFile({ file, choice, onChange }: ChoiceProps & { file: ContactImport }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        <bdi>{file.file_name}</bdi>
      </Text>
      <FileRows file={file} />
      <Group align="flex-start">
        <Select
          label={t('audience_choice.phone_column')}
          placeholder={t('audience_choice.column_placeholder')}
          allowDeselect={false}
          w={{ base: '100%', xs: 240 }}
          value={choice.phoneColumn}
          onChange={(phoneColumn) => onChange({ phoneColumn })}
          data={[...new Set(file.preview.headers)].filter((heading) => heading !== '')}
        />
        <CountrySelect
          label={t('audience_choice.country')}
          description={t('audience_choice.country_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          w={{ base: '100%', xs: 300 }}
          value={choice.country}
          onChange={(country) => onChange({ country })}
        />
      </Group>
    </Stack>
  );
}

function FileRows({ file: { preview } }: { file: ContactImport }) {
  const { t } = useTranslation();
  const columns = preview.headers.map((heading, index) => ({ heading, index, key: `${index + 1}` }));
  const rows = preview.rows.slice(0, rowsShown).map((cells, index) => ({ cells, key: `${index + 1}` }));
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table withTableBorder aria-label={t('audience_choice.file_rows')} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ heading, key }) => (
              <Table.Th key={key}>
                <bdi>{heading}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              {columns.map(({ index, key }) => (
                <Table.Td key={key}>
                  <bdi>{row.cells[index]}</bdi>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
