// Gives an import up. What is imported stays.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { useAskFirst } from '../../../parts/form/use-ask-first.ts';
import { useMay } from '../../../queries/account.ts';
import { cancelImport } from '../../../queries/imports.ts';

export function CancelImport({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const { ask, change, dialog } = useAskFirst(cancelImport);
  if (!useMay('operator')) return <span />;
  return (
    <>
      <Button variant="subtle" color="gray" onClick={ask}>
        {t('import_cancel.button')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('import_cancel.title')}
        confirm={t('import_cancel.button')}
        isDangerous
        onConfirm={() => change.mutate(job.id)}
      >
        <Text size="sm">{t('import_cancel.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
