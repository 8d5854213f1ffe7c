// An invitation by a link: what it invites to, and joining, as who is signed in or with a new account.

import type { SessionState } from '@hudhud/contract/users.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { NoLinkAlert } from '../../parts/error/no-link-alert.tsx';
import { readLinkSecret } from '../../parts/form/link-secret.ts';
import { Door } from '../../parts/page/door.tsx';
import { ToSignIn } from '../../parts/page/to-sign-in.tsx';
import { invitationQuery } from '../../queries/account.ts';
import { JoinAsNewPerson } from './join-as-new-person.tsx';
import { JoinAsSignedIn } from './join-as-signed-in.tsx';

const route = getRouteApi('/doors/invitation');

export function InvitationPage() {
  const { t } = useTranslation();
  const [token] = useState(() => readLinkSecret('invitation'));
  const { session } = route.useLoaderData();
  if (token === null) {
    return (
      <Door title={t('invitation.title')} subtitle={t('invitation.subtitle')} foot={<ToSignIn />}>
        <NoLinkAlert hint={t('invitation.no_link_hint')} />
      </Door>
    );
  }
  return <Opened token={token} session={session} />;
}

function Opened({ token, session }: { token: string; session: SessionState | null }) {
  const { t } = useTranslation();
  const view = useQuery(invitationQuery(token));
  const subtitle = view.data
    ? t('invitation.subtitle_by', { name: view.data.invited_by, role: t(`shell.role_${view.data.role}`) })
    : t('invitation.subtitle');
  return (
    <Door
      title={
        view.data ? t('invitation.title_to', { company: view.data.company_name }) : t('invitation.title')
      }
      subtitle={subtitle}
      // A link that no longer works must not be a dead end.
      foot={view.isError && <ToSignIn />}
    >
      {view.isPending && <Skeleton height={240} />}
      {view.isError && <ErrorAlert error={view.error} />}
      {view.isSuccess &&
        (session ? <JoinAsSignedIn token={token} session={session} /> : <JoinAsNewPerson token={token} />)}
    </Door>
  );
}
