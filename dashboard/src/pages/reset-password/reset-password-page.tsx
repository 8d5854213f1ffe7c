// A new password by a link. Every browser is signed out by it, so it ends at the sign-in.

import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { readLinkSecret } from '../../parts/link-secret.ts';
import { NewPasswordInput } from '../../parts/new-password-input.tsx';
import { passwordStrength } from '../../parts/password-strength.ts';
import { pointedErrors } from '../../parts/pointed-errors.tsx';
import { RouteButton, RouteLink } from '../../parts/route-link.tsx';
import { resetPassword, viewReset } from '../../queries/account.ts';
import { Door } from '../../shell/door.tsx';

export function ResetPasswordPage() {
  const { t } = useTranslation();
  const [token] = useState(() => readLinkSecret('reset-password'));
  return (
    <Door
      title={t('reset.title')}
      subtitle={t('reset.subtitle')}
      foot={
        <RouteLink to="/forgotten-password" size="sm">
          {t('reset.new_link')}
        </RouteLink>
      }
    >
      {token === null ? (
        <Alert color="red" icon={<IconLinkOff />} title={t('reset.no_link')}>
          <Text size="sm">{t('reset.no_link_hint')}</Text>
        </Alert>
      ) : (
        <ResetForm token={token} />
      )}
    </Door>
  );
}

/** Which other ways in will be closed, so that a person notices one that is not theirs. */
function WillClose({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['password-reset', token], queryFn: () => viewReset(token) });
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
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => (passwordStrength(value) === 'too_short' ? t('password.too_short') : null),
    },
  });
  const { setErrors } = form;
  const reset = useMutation({ mutationFn: resetPassword });
  useEffect(() => setErrors(pointedErrors(reset.error)), [reset.error, setErrors]);
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
    <form noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}>
      <Stack>
        {reset.isError && <ErrorAlert error={reset.error} />}
        <WillClose token={token} />
        <NewPasswordInput label={t('password.new')} autoFocus {...form.getInputProps('password')} />
        <Button type="submit" fullWidth loading={reset.isPending}>
          {t('reset.button')}
        </Button>
      </Stack>
    </form>
  );
}
