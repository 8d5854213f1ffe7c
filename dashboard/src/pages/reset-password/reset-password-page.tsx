// A new password by a link. Every browser is signed out by it, so it ends at the sign-in.

import { Alert, List, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NewPasswordInput } from '../../parts/form/new-password-input.tsx';
import { passwordStrength } from '../../parts/form/password-strength.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { LinkDoor } from '../../parts/page/link-door.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { passwordResetQuery, resetPassword } from '../../queries/account.ts';

export function ResetPasswordPage() {
  const { t } = useTranslation();
  return (
    <LinkDoor
      page="reset-password"
      title={t('reset.title')}
      subtitle={t('reset.subtitle')}
      foot={
        <RouteLink to="/forgotten-password" size="sm">
          {t('reset.new_link')}
        </RouteLink>
      }
    >
      {(token) => <ResetForm token={token} />}
    </LinkDoor>
  );
}

/** Which other ways in will be closed, so that a person notices one that is not theirs. */
function WillClose({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(passwordResetQuery(token));
  if (!data) return null;
  return (
    <Stack gap={4}>
      <Text size="sm">{t('reset.closes')}</Text>
      <List size="sm">
        <List.Item>{t('reset.sessions_ended', { count: data.sessions })}</List.Item>
        <List.Item>
          {data.passkeys.length === 0
            ? t('reset.no_passkeys')
            : t('reset.passkeys_removed', { names: data.passkeys.join(', ') })}
        </List.Item>
        {data.removes_second_factor && <List.Item>{t('reset.second_factor_removed')}</List.Item>}
      </List>
    </Stack>
  );
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const {
    form,
    frame,
    save: reset,
  } = useServerForm({
    initialValues: { password: '' },
    validate: {
      password: (value: string) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
    save: { mutationFn: resetPassword },
    toBody: ({ password }) => ({ token, password }),
  });
  if (reset.isSuccess) {
    return (
      <Stack>
        <Alert color="teal" icon={<IconCircleCheck />} title={t('reset.done')}>
          <Text size="sm">{t('reset.done_hint')}</Text>
        </Alert>
        <RouteButton to="/sign-in" fullWidth>
          {t('sign_in.button')}
        </RouteButton>
      </Stack>
    );
  }
  return (
    <FormFrame {...frame} isDoor submit={t('reset.button')}>
      <WillClose token={token} />
      <NewPasswordInput label={t('password.new')} autoFocus {...form.getInputProps('password')} />
    </FormFrame>
  );
}
