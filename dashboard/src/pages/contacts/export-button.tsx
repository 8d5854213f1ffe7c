// Everybody whom the filters mean, as a CSV file.

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../parts/form/save-file.ts';
import { exportContacts } from '../../queries/contacts.ts';
import { type ContactFilters, narrowing } from './contact-filters.ts';

export function ExportButton({ filters }: { filters: ContactFilters }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => saveFile(await exportContacts(narrowing(filters)), 'contacts.csv'),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('contacts.export_failed'), message: error.message }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('contacts.export')}
    </Button>
  );
}
