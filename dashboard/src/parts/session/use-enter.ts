// What follows when a user has just signed in: nothing of the user before them stays, and the pages speak the language
// of the account.

import type { SessionState } from '@hudhud/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { changeLanguage } from '../../i18n/i18n.ts';
import { sessionQuery } from '../../queries/account.ts';
import { forgetAnswers } from './forget-answers.ts';
import { notifyTabs } from './tabs.ts';

/** Only a path of our own: an address with a host would lead elsewhere after sign-in. */
const isOwnPath = (path: string): boolean => path.startsWith('/') && !/^\/[/\\]/.test(path);

export function useEnter(): (session: SessionState, to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (session, to = '/') => {
    forgetAnswers(queryClient);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    await changeLanguage(session.user.language);
    notifyTabs();
    router.history.push(isOwnPath(to) ? to : '/');
  };
}
