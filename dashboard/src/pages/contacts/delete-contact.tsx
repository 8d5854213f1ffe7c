// Takes a person off the list. What was written stays.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { deleteContact } from '../../queries/contacts.ts';

interface DeleteContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteContact({ contact, isOpen, onClose }: DeleteContactProps) {
  const { t } = useTranslation();
  const goAway = useGoAway();
  const mutation = useMutation({
    ...deleteContact,
    onSuccess: () => goAway(t('contact_delete.done')),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('contact_delete.title')}
      confirm={t('contact_delete.confirm')}
      isDangerous
      isPending={mutation.isPending}
      error={mutation.error}
      onConfirm={() => mutation.mutate(contact.id)}
      onClose={onClose}
    >
      <Text size="sm">{t('contact_delete.explain')}</Text>
      {contact.consent.state === 'opted_out' && <Text size="sm">{t('contact_delete.stays_out')}</Text>}
    </ConfirmDialog>
  );
}

/** Back to the list, where the person no longer is. */
export function useGoAway(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    showDone(message);
    await navigate({ to: '/contacts', search: true });
  };
}
