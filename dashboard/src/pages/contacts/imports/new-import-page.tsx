// The first step of an import: a file. Nothing is imported yet.

import { List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { uploadImport } from '../../../queries/imports.ts';
import { ContactTabs } from '../contact-tabs.tsx';
import { DropArea } from './drop-area.tsx';
import { ImportSteps } from './import-steps.tsx';

export function NewImportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const upload = useMutation({
    ...uploadImport,
    onSuccess: ({ id }) => navigate({ to: '/contacts/imports/$importId', params: { importId: id } }),
  });
  return (
    <>
      <PageHeader title={t('import_page.new')} subtitle={t('import_page.new_subtitle')} />
      <ContactTabs />
      <Panel>
        <ImportSteps step="file" />
        <Stack>
          {upload.isError && <ErrorAlert error={upload.error} />}
          <DropArea isBusy={upload.isPending} onFile={(file) => upload.mutate(file)} />
          {upload.isPending && (
            <Text size="sm" role="status" ta="center">
              {t('import_file.uploading', { name: upload.variables.name })}
            </Text>
          )}
          <List size="sm" c="dimmed" spacing={4}>
            <List.Item>{t('import_file.hint_numbers')}</List.Item>
            <List.Item>{t('import_file.hint_header')}</List.Item>
            <List.Item>{t('import_file.hint_check')}</List.Item>
          </List>
        </Stack>
      </Panel>
    </>
  );
}
