// A contact card that the simulated person passes on.

import { Modal, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import type { PersonMessage } from '../../queries/simulator.ts';

interface ContactDialogProps {
  onClose: () => void;
  onSend: (message: PersonMessage) => void;
}

export function ContactDialog({ onClose, onSend }: ContactDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: '', phone: '', organization: '' },
    validate: {
      name: isNotEmpty(t('chat.card_name_needed')),
      phone: isNotEmpty(t('phone.empty')),
    },
  });
  const submit = form.onSubmit(({ name, phone, organization }) => {
    const card = {
      name: { formatted_name: name.trim(), first_name: name.trim() },
      phones: [{ phone: phone.trim(), wa_id: phone.replace(/\D/g, ''), type: 'MOBILE' }],
      ...(organization.trim() !== '' && { org: { company: organization.trim() } }),
    };
    onSend({ type: 'contacts', contacts: [card] });
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t('phone_page.share_contact')}>
      <FormFrame error={null} isPending={false} onSubmit={submit} submit={t('phone_page.send_as_company')}>
        <TextInput
          label={t('chat.card_name')}
          data-autofocus
          {...ownDirection}
          {...form.getInputProps('name')}
        />
        <TextInput type="tel" label={t('chat.card_phone')} dir="ltr" {...form.getInputProps('phone')} />
        <TextInput
          label={t('chat.card_organization')}
          {...ownDirection}
          {...form.getInputProps('organization')}
        />
      </FormFrame>
    </Modal>
  );
}
