// Who is signed in, and what they can do about their own account.

import type { InvitationView } from '@hudhud/contract/members.ts';
import type { Passkey } from '@hudhud/contract/passkeys.ts';
import type {
  MemberRole,
  OwnCompany,
  PasswordChange,
  PasswordReset,
  PasswordResetView,
  RecoveryCodes,
  SecondFactorStart,
  Session,
  SessionState,
  SignedUp,
  SignIn,
  SignUp,
  SignUpConfirmation,
  SignUpStarted,
  UserChange,
  UserDeletion,
  WaysIn,
} from '@hudhud/contract/people.ts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get, ProblemError, patch, post, remove } from '../api.ts';
import { readCompanyId } from '../session.ts';

/** What the sign-in page offers, asked before anybody is known. */
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => get<WaysIn>('/sign-in', { signal }),
  staleTime: 60_000,
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<SessionState>('/session', { signal }),
  staleTime: 60_000,
  // That nobody is signed in is no news when it is asked for the first time.
  meta: { asksWhoIsThere: true },
});

/** Null: nobody is signed in. */
export async function findSession(queryClient: QueryClient): Promise<SessionState | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not_signed_in') return null;
    throw error;
  }
}

export const useSession = (): SessionState => useSuspenseQuery(sessionQuery).data;

/** The company that the pages are about, as one of the user's own. Undefined when they were just removed from it. */
export function useOwnCompany(): OwnCompany | undefined {
  const id = readCompanyId();
  return useSession().companies.find((company) => company.id === id);
}

const rank: Record<MemberRole, number> = { viewer: 0, operator: 1, admin: 2, owner: 3 };

/** Whether the user may do what needs this role. The gateway decides; this only hides what it would refuse. */
export function useMay(role: MemberRole): boolean {
  const own = useOwnCompany();
  return own !== undefined && rank[own.role] >= rank[role];
}

/** Where the gateway sends mail, the sign-up is completed by a link. */
export const signUp = (body: SignUp): Promise<SignedUp | SignUpStarted> =>
  post<SignedUp | SignUpStarted>('/sign-up', { body });
export const confirmSignUp = (body: SignUpConfirmation): Promise<SignedUp> =>
  post<SignedUp>('/sign-up/confirm', { body });
export const signIn = (body: SignIn): Promise<SessionState> => post<SessionState>('/sign-in', { body });
export const signOut = (): Promise<unknown> => post('/sign-out');
export const changeUser = (body: UserChange): Promise<SessionState> => patch<SessionState>('/user', { body });

export const deleteUser = (body: UserDeletion): Promise<unknown> => post('/user/delete', { body });

export const forgotPassword = (email: string): Promise<unknown> =>
  post('/password/forgot', { body: { email } });
export const resetPassword = (body: PasswordReset): Promise<unknown> => post('/password/reset', { body });
/** Which other ways in the new password will close. */
export const viewReset = (token: string): Promise<PasswordResetView> =>
  post<PasswordResetView>('/password/reset/view', { body: { token } });
export const changePassword = (body: PasswordChange): Promise<unknown> => post('/password', { body });

export const viewInvitation = (token: string): Promise<InvitationView> =>
  post<InvitationView>('/invitations/view', { body: { token } });
export const acceptInvitation = (token: string): Promise<SessionState> =>
  post<SessionState>('/invitations/accept', { body: { token } });

export const startSecondFactor = (password: string): Promise<SecondFactorStart> =>
  post<SecondFactorStart>('/second-factor', { body: { password } });
export const confirmSecondFactor = (code: string): Promise<RecoveryCodes> =>
  post<RecoveryCodes>('/second-factor/confirm', { body: { code } });
export const removeSecondFactor = (body: { password: string; code: string }): Promise<unknown> =>
  post('/second-factor/remove', { body });

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await get<{ data: Session[] }>('/sessions', { signal })).data,
});
export const endSession = (id: string): Promise<unknown> => remove(`/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = (): Promise<unknown> => remove('/sessions');

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await get<{ data: Passkey[] }>('/passkeys', { signal })).data,
});
export const renamePasskey = (id: string, name: string): Promise<Passkey> =>
  patch<Passkey>(`/passkeys/${encodeURIComponent(id)}`, { body: { name } });
export const removePasskey = (id: string): Promise<unknown> => remove(`/passkeys/${encodeURIComponent(id)}`);
