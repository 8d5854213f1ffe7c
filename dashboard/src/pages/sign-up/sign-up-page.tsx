// Sign-up: an account and a company on a free trial, then the company's token, which is shown this once.

import type { SignedUp, SignUpStarted } from '@hudhud/contract/users.ts';
import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Door } from '../../parts/page/door.tsx';
import { ToSignIn } from '../../parts/page/to-sign-in.tsx';
import { useEnter } from '../../parts/session/use-enter.ts';
import { waysInQuery } from '../../queries/account.ts';
import { CheckMail } from './check-mail.tsx';
import { FirstToken, keptCompany } from './first-token.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const route = getRouteApi('/doors/sign-up');

export function SignUpPage() {
  const { t } = useTranslation();
  const { redirect } = route.useSearch();
  const { data: ways } = useSuspenseQuery(waysInQuery);
  const [signedUp, setSignedUp] = useState<SignedUp | SignUpStarted | null>(null);
  const [kept] = useState(keptCompany);
  const enter = useEnter();
  if (signedUp && 'user' in signedUp) {
    const { token, ...session } = signedUp;
    const [company] = session.companies;
    if (!company || token === null) throw new Error('a new account came without its company');
    return <FirstToken company={company} token={token} onContinue={() => void enter(session, redirect)} />;
  }
  if (!signedUp && kept) {
    return <FirstToken company={kept} token={null} onContinue={() => window.location.assign('/')} />;
  }
  if (signedUp) {
    return (
      <Door title={t('confirm_sign_up.title')} subtitle={t('confirm_sign_up.subtitle')} foot={<ToSignIn />}>
        <CheckMail hours={signedUp.valid_hours} />
      </Door>
    );
  }
  if (ways.sign_up !== 'open') return <Closed />;
  return (
    <Door
      title={t(ways.has_users ? 'sign_up.title' : 'sign_up.title_first')}
      subtitle={t(ways.has_users ? 'sign_up.subtitle' : 'sign_up.subtitle_first')}
      foot={<ToSignIn />}
    >
      <SignUpForm onSignedUp={setSignedUp} />
    </Door>
  );
}

function Closed() {
  const { t } = useTranslation();
  return (
    <Door title={t('sign_up.title')} subtitle={t('sign_up.subtitle')} foot={<ToSignIn />}>
      <Alert color="gray" variant="outline" icon={<IconLock />} title={t('sign_up.closed')}>
        <Text size="sm">{t('sign_up.closed_hint')}</Text>
      </Alert>
    </Door>
  );
}
