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
} from '@hudhud/contract/users.ts';
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get, ProblemError, patch, post, remove } from '../api.ts';
import { readCompanyId } from '../session.ts';
import { mutation } from './mutation.ts';

export const accountKeys = {
  waysIn: ['ways-in'] as const,
  session: ['session'] as const,
  sessions: ['sessions'] as const,
  passkeys: ['passkeys'] as const,
  invitation: (token: string) => ['invitation', token] as const,
  passwordReset: (token: string) => ['password-reset', token] as const,
};

/** The ways in that the sign-in page offers, asked before the user is known. */
export const waysInQuery = queryOptions({
  queryKey: accountKeys.waysIn,
  queryFn: ({ signal }) => get<WaysIn>('/sign-in', { signal }),
  staleTime: 60_000,
});

export const sessionQuery = queryOptions({
  queryKey: accountKeys.session,
  queryFn: ({ signal }) => get<SessionState>('/session', { signal }),
  staleTime: 60_000,
  // That no user is signed in is expected when it is asked for the first time.
  meta: { asksWhoIsThere: true },
});

/** Null: no user is signed in. */
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
export const changeUser = mutation({
  mutationFn: (body: UserChange) => patch<SessionState>('/user', { body }),
  answers: () => accountKeys.session,
});

export const deleteUser = (body: UserDeletion): Promise<unknown> => post('/user/delete', { body });

export const forgotPassword = (email: string): Promise<unknown> =>
  post('/password/forgot', { body: { email } });
export const resetPassword = (body: PasswordReset): Promise<unknown> => post('/password/reset', { body });
/** Which other ways in the new password will close. */
export const passwordResetQuery = (token: string) =>
  queryOptions({
    queryKey: accountKeys.passwordReset(token),
    queryFn: () => post<PasswordResetView>('/password/reset/view', { body: { token } }),
  });
export const changePassword = mutation({
  mutationFn: (body: PasswordChange) => post('/password', { body }),
  changes: [accountKeys.sessions],
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: accountKeys.invitation(token),
    queryFn: () => post<InvitationView>('/invitations/view', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const acceptInvitation = (token: string): Promise<SessionState> =>
  post<SessionState>('/invitations/accept', { body: { token } });

export const startSecondFactor = (password: string): Promise<SecondFactorStart> =>
  post<SecondFactorStart>('/second-factor', { body: { password } });
export const confirmSecondFactor = mutation({
  mutationFn: (code: string) => post<RecoveryCodes>('/second-factor/confirm', { body: { code } }),
  changes: [accountKeys.session],
});
/** Without a code, a passkey proves who asks. */
export const removeSecondFactor = mutation({
  mutationFn: async ({ password, code }: { password: string; code: string | null }) =>
    code === null
      ? await (await import('./passkey-ceremonies.ts')).removeSecondFactorByPasskey(password)
      : await post('/second-factor/remove', { body: { password, code } }),
  changes: [accountKeys.session, accountKeys.passkeys],
});

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: async ({ signal }) => (await get<{ data: Session[] }>('/sessions', { signal })).data,
});
export const endSession = mutation({
  mutationFn: (id: string) => remove(`/sessions/${encodeURIComponent(id)}`),
  changes: [accountKeys.sessions],
});
export const endOtherSessions = mutation({
  mutationFn: () => remove('/sessions'),
  changes: [accountKeys.sessions],
});

export const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: async ({ signal }) => (await get<{ data: Passkey[] }>('/passkeys', { signal })).data,
});
/** The talk with the authenticator is loaded only when the user adds one. */
export const addPasskey = mutation({
  mutationFn: async ({ password, name }: { password: string; name: string }) =>
    await (await import('./passkey-ceremonies.ts')).makePasskey(password, name),
  changes: [accountKeys.passkeys],
});
export const renamePasskey = mutation({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    patch<Passkey>(`/passkeys/${encodeURIComponent(id)}`, { body: { name } }),
  changes: [accountKeys.passkeys],
});
export const removePasskey = mutation({
  mutationFn: (id: string) => remove(`/passkeys/${encodeURIComponent(id)}`),
  changes: [accountKeys.passkeys],
});
