// Completes a sign-up by the link in the mail. It asks for the password that was chosen, so that nobody completes the sign-up
// of a stranger in their name.

import type { SignedUp } from '@hudhud/contract/people.ts';
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLinkOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { forgetLinkSecret, readLinkSecret } from '../../parts/link-secret.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { confirmSignUp } from '../../queries/account.ts';
import { Door } from '../../shell/door.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { FirstToken } from './first-token.tsx';

export function ConfirmSignUpPage() {
  const { t } = useTranslation();
  const [secret] = useState(() => readLinkSecret('confirm-sign-up'));
  const [signedUp, setSignedUp] = useState<SignedUp | null>(null);
  const enter = useEnter();
  const onSignedUp = (answer: SignedUp) => {
    forgetLinkSecret('confirm-sign-up');
    const { token, ...session } = answer;
    // Whoever was invited has no token to see.
    if (token === null) void enter(session);
    else setSignedUp(answer);
  };
  if (signedUp) {
    const { token, ...session } = signedUp;
    const [company] = session.companies;
    if (!company || token === null) throw new Error('a new account came without its company');
    return <FirstToken company={company} token={token} onContinue={() => void enter(session)} />;
  }
  return (
    <Door
      title={t('confirm_sign_up.title')}
      subtitle={t('confirm_sign_up.page_subtitle')}
      foot={
        <RouteLink to="/sign-up" size="sm">
          {t('confirm_sign_up.again')}
        </RouteLink>
      }
    >
      {secret === null ? (
        <Alert color="red" icon={<IconLinkOff />} title={t('reset.no_link')}>
          <Text size="sm">{t('reset.no_link_hint')}</Text>
        </Alert>
      ) : (
        <ConfirmForm secret={secret} onSignedUp={onSignedUp} />
      )}
    </Door>
  );
}

function ConfirmForm({ secret, onSignedUp }: { secret: string; onSignedUp: (answer: SignedUp) => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('password.needed') : null) },
  });
  const confirm = useMutation({ mutationFn: confirmSignUp, onSuccess: onSignedUp });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => confirm.mutate({ token: secret, password }))}>
      <Stack>
        {confirm.isError && <ErrorAlert error={confirm.error} />}
        <Text size="sm">{t('confirm_sign_up.explain')}</Text>
        <PasswordInput
          label={t('password.password')}
          autoComplete="current-password"
          autoFocus
          dir="ltr"
          visibilityToggleButtonProps={{ 'aria-label': t('action.show_secret') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={confirm.isPending}>
          {t('confirm_sign_up.button')}
        </Button>
      </Stack>
    </form>
  );
}
