// Gives an import up. What is imported stays.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { useMay } from '../../../queries/account.ts';
import { cancelImport } from '../../../queries/imports.ts';

export function CancelImport({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const mutation = useMutation({ ...cancelImport, onSuccess: close });
  if (!useMay('operator')) return <span />;
  return (
    <>
      <Button variant="subtle" color="gray" onClick={open}>
        {t('import_cancel.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('import_cancel.title')}
        confirm={t('import_cancel.button')}
        isDangerous
        isPending={mutation.isPending}
        error={mutation.error}
        onConfirm={() => mutation.mutate(job.id)}
        onClose={close}
      >
        <Text size="sm">{t('import_cancel.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
