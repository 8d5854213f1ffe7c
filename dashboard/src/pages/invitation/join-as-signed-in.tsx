// Joining a company as the person who is signed in.

import type { SessionState } from '@hudhud/contract/users.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { forgetLinkSecret, keepLinkSecret } from '../../parts/form/link-secret.ts';
import { useEnter } from '../../parts/session/use-enter.ts';
import { useSignOut } from '../../parts/session/use-sign-out.ts';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { acceptInvitation } from '../../queries/account.ts';
import { chooseCompany } from '../../session.ts';

export function JoinAsSignedIn({ token, session }: { token: string; session: SessionState }) {
  const { t } = useTranslation();
  const enter = useEnter();
  const signOut = useSignOut();
  const join = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: async (changed) => {
      forgetLinkSecret('invitation');
      const known = new Set(session.companies.map(({ id }) => id));
      const joined = changed.companies.find(({ id }) => !known.has(id));
      if (joined) chooseCompany(joined.id);
      await enter(changed);
    },
  });
  return (
    <Stack>
      {join.isError && <ErrorAlert error={join.error} />}
      <Text size="sm">
        {t('invitation.signed_in')} <b>{session.user.name}</b> (
        <LeftToRight>{session.user.email}</LeftToRight>)
      </Text>
      <Button fullWidth loading={join.isPending} onClick={() => join.mutate()}>
        {t('invitation.join')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        onClick={() => {
          keepLinkSecret('invitation', token);
          signOut();
        }}
      >
        {t('sign_in.other_person')}
      </Button>
    </Stack>
  );
}
