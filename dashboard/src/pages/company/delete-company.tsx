// Deletes the company, by whoever types its name and knows the password.

import { Alert, Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { pointedErrors } from '../../parts/form/pointed-errors.tsx';
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
  const remove = useMutation({
    mutationFn: deleteCompany,
    onSuccess: () => {
      forgetCompany();
      // The dashboard starts anew, with another company or with none.
      window.location.assign('/companies');
    },
  });
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (typed) => (typed.trim() === name.trim() ? null : t('danger.name_differs')),
      password: (typed) => (typed === '' ? t('danger.password_needed') : null),
    },
  });
  const { setErrors } = form;
  useEffect(() => setErrors(pointedErrors(remove.error)), [remove.error, setErrors]);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <Stack>
        {remove.isError && <ErrorAlert error={remove.error} />}
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
        <PasswordInput
          label={t('danger.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('action.show_secret') }}
          {...form.getInputProps('password')}
        />
        <Text size="sm" c="dimmed">
          {t('danger.minutes')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" color="red.9" loading={remove.isPending}>
            {t('danger.delete_button')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
