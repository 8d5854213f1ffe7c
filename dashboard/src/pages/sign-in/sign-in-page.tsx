// Sign-in: e-mail and password, then the second factor of those who have one; or a passkey instead of both.

import type { SignIn } from '@hudhud/contract/users.ts';
import { Alert, Anchor, Divider, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { canUsePasskeys, localhostAddress } from '../../parts/form/can-use-passkeys.ts';
import { Door } from '../../parts/page/door.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { onSignedInElsewhere } from '../../parts/session/tabs.ts';
import { useEnter } from '../../parts/session/use-enter.ts';
import { findSession, signIn, waysInQuery } from '../../queries/account.ts';
import { CodeStep } from './code-step.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordStep } from './password-step.tsx';

const route = getRouteApi('/doors/sign-in');

const codeOf = (error: Error | null): string | null =>
  error instanceof ProblemError ? error.problem.code : null;

export function SignInPage() {
  const { t } = useTranslation();
  const { ended } = route.useSearch();
  const { data: ways } = useSuspenseQuery(waysInQuery);
  return (
    <Door
      title={t('sign_in.title')}
      subtitle={t('sign_in.subtitle')}
      notice={
        ended && (
          <Alert icon={<IconInfoCircle />} color="gray" variant="outline">
            {t('sign_in.ended')}
          </Alert>
        )
      }
      foot={
        <>
          <RouteLink to="/forgotten-password" size="sm">
            {t('sign_in.forgotten')}
          </RouteLink>
          {ways.sign_up === 'open' && (
            <RouteLink to="/sign-up" size="sm">
              {t('sign_in.to_sign_up')}
            </RouteLink>
          )}
        </>
      }
    >
      <Steps />
    </Door>
  );
}

function Steps() {
  const { t } = useTranslation();
  const { redirect } = route.useSearch();
  const enter = useEnter();
  useOtherTabs(redirect);
  const elsewhere = localhostAddress();
  const [known, setKnown] = useState<SignIn | null>(null);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => enter(session, redirect),
    onError: (error, body) => codeOf(error) === 'second_factor_required' && setKnown(body),
  });
  if (known) {
    return (
      <CodeStep
        error={codeOf(attempt.error) === 'second_factor_required' ? null : attempt.error}
        isPending={attempt.isPending}
        onCode={(code) => attempt.mutate({ ...known, code })}
        onBack={() => {
          attempt.reset();
          setKnown(null);
        }}
      />
    );
  }
  return (
    <Stack>
      <PasswordStep error={attempt.error} isPending={attempt.isPending} onSubmit={attempt.mutate} />
      {canUsePasskeys() && (
        <>
          <Divider label={t('sign_in.or')} />
          <PasskeyButton onSignedIn={(session) => enter(session, redirect)} />
        </>
      )}
      {!canUsePasskeys() && elsewhere !== null && (
        <Anchor size="sm" ta="center" href={elsewhere}>
          {t('passkey.use_localhost')}
        </Anchor>
      )}
    </Stack>
  );
}

/** A user who signs in in another tab of this browser is signed in here as well. */
function useOtherTabs(redirect: string | undefined): void {
  const enter = useEnter();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens as long as the page is there
  useEffect(
    () =>
      onSignedInElsewhere(
        () => void findSession(queryClient).then((session) => session && enter(session, redirect)),
      ),
    [redirect],
  );
}
