// A new password in place of the old one. All other browsers are signed out by it.

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NewPasswordInput } from '../../parts/form/new-password-input.tsx';
import { passwordStrength } from '../../parts/form/password-strength.ts';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { changePassword } from '../../queries/account.ts';

export function PasswordPanel() {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value === '' ? t('password.needed') : null),
      new_password: (value) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
    save: {
      ...changePassword,
      onSuccess: () => {
        form.reset();
        showDone(t('password.changed'));
      },
    },
    toBody: (values) => values,
  });
  return (
    <Panel title={t('password.password')}>
      <FormFrame
        {...frame}
        submit={t('password.change')}
        aside={
          <Text size="xs" c="dimmed">
            {t('password.signs_out')}
          </Text>
        }
      >
        <SecretInput
          label={t('password.current')}
          autoComplete="current-password"
          dir="ltr"
          {...form.getInputProps('current_password')}
        />
        <NewPasswordInput label={t('password.new')} {...form.getInputProps('new_password')} />
      </FormFrame>
    </Panel>
  );
}
