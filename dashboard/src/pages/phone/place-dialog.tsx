// Where the simulated person is.

import { Modal, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';

interface PlaceDialogProps {
  onClose: () => void;
  onSend: (location: object) => void;
}

const isBetween = (value: string, max: number): boolean =>
  value.trim() !== '' && Math.abs(Number(value)) <= max;

export function PlaceDialog({ onClose, onSend }: PlaceDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { latitude: '24.7136', longitude: '46.6753', name: '', address: '' },
    validate: {
      latitude: (value) => (isBetween(value, 90) ? null : t('chat.latitude_range')),
      longitude: (value) => (isBetween(value, 180) ? null : t('chat.longitude_range')),
    },
  });
  const submit = form.onSubmit(({ latitude, longitude, name, address }) => {
    onSend({
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(address.trim() !== '' && { address: address.trim() }),
    });
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t('phone_page.share_place')}>
      <FormFrame error={null} isPending={false} onSubmit={submit} submit={t('phone_page.send_as_company')}>
        <SimpleGrid cols={2}>
          <TextInput
            label={t('chat.latitude')}
            dir="ltr"
            inputMode="decimal"
            data-autofocus
            {...form.getInputProps('latitude')}
          />
          <TextInput
            label={t('chat.longitude')}
            dir="ltr"
            inputMode="decimal"
            {...form.getInputProps('longitude')}
          />
        </SimpleGrid>
        <TextInput label={t('chat.place_name')} {...ownDirection} {...form.getInputProps('name')} />
        <TextInput label={t('chat.place_address')} {...ownDirection} {...form.getInputProps('address')} />
      </FormFrame>
    </Modal>
  );
}
