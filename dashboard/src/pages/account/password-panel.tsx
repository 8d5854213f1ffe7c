// A new password in place of the old one. All other browsers are signed out by it.

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { NewPasswordInput } from '../../parts/form/new-password-input.tsx';
import { passwordStrength } from '../../parts/form/password-strength.ts';
import { pointedErrors } from '../../parts/form/pointed-errors.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { changePassword, sessionsQuery } from '../../queries/account.ts';

export function PasswordPanel() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value === '' ? t('password.needed') : null),
      new_password: (value) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
  });
  const { setErrors } = form;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      form.reset();
      notifications.show({ color: 'teal', message: t('password.changed') });
      await queryClient.invalidateQueries(sessionsQuery);
    },
  });
  useEffect(() => setErrors(pointedErrors(change.error)), [change.error, setErrors]);
  return (
    <Panel title={t('password.password')}>
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          {change.isError && <ErrorAlert error={change.error} />}
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            dir="ltr"
            visibilityToggleButtonProps={{ 'aria-label': t('action.show_secret') }}
            {...form.getInputProps('current_password')}
          />
          <NewPasswordInput label={t('password.new')} {...form.getInputProps('new_password')} />
          <Group justify="space-between" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {t('password.signs_out')}
            </Text>
            <Button type="submit" loading={change.isPending} style={{ flexShrink: 0 }}>
              {t('password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
