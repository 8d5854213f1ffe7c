// The language of the pages: at once in this browser, and remembered with the account of the signed-in user.

import { useQueryClient } from '@tanstack/react-query';
import { changeLanguage, type Language } from '../../i18n/i18n.ts';
import { accountKeys, changeUser, sessionQuery } from '../../queries/account.ts';

export function useChooseLanguage(): (language: Language) => Promise<void> {
  const queryClient = useQueryClient();
  return async (language) => {
    await changeLanguage(language);
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (!session || session.user.language === language) return;
    // The page speaks it already; if it cannot be remembered, the next sign-in elsewhere does not know it.
    await changeUser.mutationFn({ language }).then(
      (changed) => queryClient.setQueryData(accountKeys.session, changed),
      () => undefined,
    );
  };
}
