// Checks before every page behind the sign-in: who comes in, and to which page they are redirected.

import type { SessionState } from '@hudhud/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { changeLanguage, hasChosenLanguage } from '../i18n/i18n.ts';
import { findSession, waysInQuery } from '../queries/account.ts';
import { chooseCompany, readCompanyId } from '../session.ts';

/** The first visitor of a gateway makes the first account; everybody else has one, or was invited. */
async function doorOf(queryClient: QueryClient): Promise<'/sign-in' | '/sign-up'> {
  const ways = await queryClient.ensureQueryData(waysInQuery);
  return ways.sign_up === 'open' && !ways.has_users ? '/sign-up' : '/sign-in';
}

/** The company of the last visit, as long as the user belongs to it. False: they belong to none. */
function settleCompany({ companies }: SessionState): boolean {
  const wanted = readCompanyId();
  const company = companies.find(({ id }) => id === wanted) ?? companies[0];
  if (company && company.id !== wanted) chooseCompany(company.id);
  return company !== undefined;
}

/** Lets in who is signed in and belongs to a company; throws the way to another page otherwise. */
export async function enter(queryClient: QueryClient, href: string): Promise<void> {
  const session = await findSession(queryClient);
  if (session === null) {
    throw redirect({ to: await doorOf(queryClient), search: href === '/' ? {} : { redirect: href } });
  }
  if (!hasChosenLanguage()) await changeLanguage(session.user.language);
  if (!settleCompany(session)) throw redirect({ to: '/no-company' });
}
