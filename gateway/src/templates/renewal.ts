// Reads the templates of a company again because a message names one that is not known: it may have been approved a
// moment ago. A wrong name must not become a call to the provider each time.

import type { TemplateSync } from './syncing/sync-templates.ts';

const pauseMilliseconds = 60_000;
const companiesMax = 10_000;

/** Answers false when the provider was asked less than a minute ago. */
export const createRenewal = (
  sync: Pick<TemplateSync, 'syncCompany'>,
  now: () => number = Date.now,
): ((companyId: string) => Promise<boolean>) => {
  const askedAt = new Map<string, number>();
  const underWay = new Map<string, Promise<boolean>>();

  const ask = async (companyId: string): Promise<boolean> => {
    const outcomes = await sync.syncCompany(companyId);
    return outcomes.some(({ kind }) => kind === 'synced');
  };

  return async (companyId) => {
    const running = underWay.get(companyId);
    if (running) return await running;
    if (now() - (askedAt.get(companyId) ?? Number.NEGATIVE_INFINITY) < pauseMilliseconds) return false;
    if (askedAt.size >= companiesMax) askedAt.clear();
    askedAt.set(companyId, now());
    const asking = ask(companyId).finally(() => underWay.delete(companyId));
    underWay.set(companyId, asking);
    return await asking;
  };
};
