// Cancels the queued messages of a person who opts out: scheduled, paced, or of a campaign. Transactional ones are still
// sent.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import type { Person } from '../../contacts/addresses/address.ts';
import { newUuid } from '../../platform/ids.ts';
import { cancelAll, findWaiting } from './queries.ts';

const { title, cause, action } = errorCatalogue.recipient_opted_out;
const failure: Failure = { code: 'recipient_opted_out', title, detail: '', cause, action };

const idsPerStatement = 1_000;

export const cancelWaitingFor = async (pool: pg.Pool, people: readonly Person[]): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(people, (person) => person.companyId)) {
    const contactIds = own.map((person) => person.contactId);
    const ids = await findWaiting(pool, companyId, contactIds);
    for (let from = 0; from < ids.length; from += idsPerStatement) {
      const some = ids.slice(from, from + idsPerStatement);
      await cancelAll(
        pool,
        companyId,
        some,
        some.map(() => newUuid()),
        JSON.stringify(failure),
      );
    }
  }
};
