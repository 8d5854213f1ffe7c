// Forgets a person for good. It cannot be undone, so the end of the number is asked for.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { eraseContact } from '../../queries/contacts.ts';
import { useGoAway } from './delete-contact.tsx';
import { shownAddress } from './shown-address.ts';

interface EraseContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function EraseContact({ contact, isOpen, onClose }: EraseContactProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('contact_erase.title')}>
      <EraseForm contact={contact} onClose={onClose} />
    </Modal>
  );
}

const digitsAsked = 4;

function EraseForm({ contact, onClose }: Omit<EraseContactProps, 'isOpen'>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const goAway = useGoAway();
  const mutation = useMutation({
    ...eraseContact,
    onSuccess: () => goAway(t('contact_erase.done')),
  });
  const isMeant = typed.trim() === shownAddress(contact).slice(-digitsAsked);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isMeant) mutation.mutate(contact.id);
      }}
    >
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle />} title={t('contact_erase.for_good')}>
          <List size="sm" spacing={4}>
            <List.Item>{t('contact_erase.what_goes')}</List.Item>
            <List.Item>{t('contact_erase.what_stays')}</List.Item>
            {contact.consent.state === 'opted_out' && <List.Item>{t('contact_delete.stays_out')}</List.Item>}
          </List>
        </Alert>
        {mutation.isError && <ErrorAlert error={mutation.error} />}
        <Text size="sm">{t('contact_erase.audit')}</Text>
        <TextInput
          label={t('contact_erase.type_digits')}
          inputMode={contact.phone_number === '' ? 'text' : 'numeric'}
          autoComplete="off"
          dir="ltr"
          maxLength={digitsAsked}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" color="red.9" disabled={!isMeant} loading={mutation.isPending}>
            {t('contact_erase.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
