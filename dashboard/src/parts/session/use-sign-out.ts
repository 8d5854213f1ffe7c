// Signing out: the gateway ends the session, and everything that was read with it is forgotten.

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { signOut } from '../../queries/account.ts';
import { forgetCompany } from '../../session.ts';
import { forgetAnswers } from './forget-answers.ts';

export function useSignOut(): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = async () => {
    forgetCompany();
    // The pages go first: one that is still there would ask again, without a session.
    await navigate({ to: '/sign-in' });
    forgetAnswers(queryClient);
  };
  return () =>
    void signOut().then(leave, async (error: unknown) => {
      // It has ended already, so there is nothing to end.
      if (error instanceof ProblemError && error.problem.status === 401) return await leave();
      const { notifications } = await import('@mantine/notifications');
      notifications.show({ color: 'red', message: t('shell.sign_out_failed') });
    });
}
