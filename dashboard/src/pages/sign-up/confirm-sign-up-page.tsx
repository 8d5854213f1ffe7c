// Completes a sign-up by the link in the mail. It asks for the password that was chosen, so that no one completes the
// sign-up of a stranger in their name.

import type { SignedUp } from '@hudhud/contract/users.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { forgetLinkSecret } from '../../parts/form/link-secret.ts';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { LinkDoor } from '../../parts/page/link-door.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useEnter } from '../../parts/session/use-enter.ts';
import { confirmSignUp } from '../../queries/account.ts';
import { FirstToken } from './first-token.tsx';

export function ConfirmSignUpPage() {
  const { t } = useTranslation();
  const [signedUp, setSignedUp] = useState<SignedUp | null>(null);
  const enter = useEnter();
  const onSignedUp = (answer: SignedUp) => {
    forgetLinkSecret('confirm-sign-up');
    const { token, ...session } = answer;
    // A user who was invited has no token to see.
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
    <LinkDoor
      page="confirm-sign-up"
      title={t('confirm_sign_up.title')}
      subtitle={t('confirm_sign_up.page_subtitle')}
      foot={
        <RouteLink to="/sign-up" size="sm">
          {t('confirm_sign_up.again')}
        </RouteLink>
      }
    >
      {(secret) => <ConfirmForm secret={secret} onSignedUp={onSignedUp} />}
    </LinkDoor>
  );
}

function ConfirmForm({ secret, onSignedUp }: { secret: string; onSignedUp: (answer: SignedUp) => void }) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (value: string) => (value === '' ? t('password.needed') : null) },
    save: { mutationFn: confirmSignUp, onSuccess: onSignedUp },
    toBody: ({ password }) => ({ token: secret, password }),
  });
  return (
    <FormFrame {...frame} isDoor submit={t('confirm_sign_up.button')}>
      <Text size="sm">{t('confirm_sign_up.explain')}</Text>
      <SecretInput
        label={t('password.password')}
        autoComplete="current-password"
        autoFocus
        dir="ltr"
        {...form.getInputProps('password')}
      />
    </FormFrame>
  );
}
