// Takes a person off the list. What was written stays.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { contactQuery, contactsKey, deleteContact } from '../../queries/contacts.ts';

interface DeleteContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteContact({ contact, isOpen, onClose }: DeleteContactProps) {
  const { t } = useTranslation();
  const goAway = useGoAway(contact);
  const mutation = useMutation({
    mutationFn: () => deleteContact(contact.id),
    onSuccess: () => goAway(t('contact_delete.done')),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('contact_delete.title')}
      confirm={t('contact_delete.confirm')}
      isDangerous
      isPending={mutation.isPending}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('contact_delete.explain')}</Text>
      {contact.consent.state === 'opted_out' && <Text size="sm">{t('contact_delete.stays_out')}</Text>}
      {mutation.isError && <ErrorAlert error={mutation.error} />}
    </ConfirmDialog>
  );
}

/** Back to the list, where the person no longer is. Nobody asks for the contact again: it would be answered 404. */
export function useGoAway(contact: Contact): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    notifications.show({ color: 'teal', message });
    await navigate({ to: '/contacts', search: true });
    queryClient.removeQueries({ queryKey: contactQuery(contact.id).queryKey });
    await queryClient.invalidateQueries({ queryKey: contactsKey });
  };
}
