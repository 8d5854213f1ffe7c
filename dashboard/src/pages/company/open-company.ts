// An address that names a company opens that company, also when the pages were about another one.

import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { findSession } from '../../queries/account.ts';
import { meQuery } from '../../queries/me.ts';
import { chooseCompany, readCompanyId } from '../../session.ts';

interface Opening {
  readonly queryClient: QueryClient;
  readonly companyId: string;
  readonly href: string;
  /** The user only points at a link. */
  readonly isPreload: boolean;
}

export async function openCompany({ queryClient, companyId, href, isPreload }: Opening): Promise<void> {
  if (readCompanyId() === companyId) return;
  const session = await findSession(queryClient);
  if (!session?.companies.some(({ id }) => id === companyId)) throw notFound();
  if (isPreload) return;
  const isFresh = queryClient.getQueryData(meQuery.queryKey) === undefined;
  chooseCompany(companyId);
  if (isFresh) return;
  // The dashboard is reloaded, so that nothing of the company before is left on the page.
  window.location.assign(href);
  await new Promise(() => undefined);
}
