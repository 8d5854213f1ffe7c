// Signing out: the session and everything that was read with it are forgotten.

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetSession } from '../session.ts';

export function useSignOut(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    forgetSession();
    // The pages go first: one that is still there would ask again, without a session.
    void navigate({ to: '/sign-in' }).then(() => queryClient.clear());
  };
}
