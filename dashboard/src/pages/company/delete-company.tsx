// Deletes the company, after the user has typed its name and the password.

import { Alert, List, Modal, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { deleteCompany } from '../../queries/companies.ts';
import { useMe } from '../../queries/me.ts';
import { forgetCompany } from '../../session.ts';

export function DeleteCompany({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { company } = useMe();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('danger.delete_title', { name: company.name })}>
      <DeleteForm name={company.name} onClose={onClose} />
    </Modal>
  );
}

function DeleteForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (typed: string) => (typed.trim() === name.trim() ? null : t('danger.name_differs')),
      password: (typed: string) => (typed === '' ? t('danger.password_needed') : null),
    },
    save: {
      ...deleteCompany,
      onSuccess: () => {
        forgetCompany();
        // The dashboard is reloaded, with another company or with none.
        window.location.assign('/companies');
      },
    },
    toBody: (values) => values,
  });
  return (
    <FormFrame {...frame} isDangerous submit={t('danger.delete_button')} onCancel={onClose}>
      <Alert color="red" icon={<IconAlertTriangle />} title={t('danger.no_way_back')}>
        <List size="sm" spacing={4}>
          <List.Item>{t('danger.stops')}</List.Item>
          <List.Item>{t('danger.removed')}</List.Item>
        </List>
      </Alert>
      <TextInput
        label={t('danger.type_name')}
        description={<bdi>{name}</bdi>}
        autoComplete="off"
        data-autofocus
        {...ownDirection}
        {...form.getInputProps('name')}
      />
      <SecretInput
        label={t('danger.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Text size="sm" c="dimmed">
        {t('danger.minutes')}
      </Text>
    </FormFrame>
  );
}
