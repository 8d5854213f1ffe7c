// A template that its provider now calls marketing no longer goes to people who have opted out, however its messages
// were categorised when they were queued.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import { newUuid } from '../../platform/ids.ts';
import { cancelAll, findWaitingOfTemplate } from './queries.ts';

const { title, cause } = errorCatalogue.recipient_opted_out;
const failure: Failure = {
  code: 'recipient_opted_out',
  title,
  detail: 'WhatsApp has made the template a marketing one.',
  cause,
  action: 'Nothing: marketing is not sent to people who have opted out.',
};

/** Answers how many were cancelled. */
export const cancelRecategorised = async (
  pool: pg.Pool,
  companyId: string,
  templateName: string,
): Promise<number> => {
  const ids = await findWaitingOfTemplate(pool, companyId, templateName);
  if (ids.length > 0)
    await cancelAll(
      pool,
      companyId,
      ids,
      ids.map(() => newUuid()),
      JSON.stringify(failure),
    );
  return ids.length;
};
