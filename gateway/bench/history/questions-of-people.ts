// Queries about contacts, a campaign to many of them, and the costs of messages.

import type { CostQuery } from '@hudhud/contract/costs.ts';
import type { ContactFilter } from '@hudhud/contract/segments.ts';
import { readCampaignStatistics } from '../../src/campaigns/numbers/read-statistics.ts';
import { listRecipients, type RecipientFilter } from '../../src/campaigns/recipients/queries.ts';
import { compileFilter } from '../../src/contacts/audience/queries.ts';
import { countAudience } from '../../src/contacts/audience.ts';
import { listContacts, listTags } from '../../src/contacts/queries.ts';
import { readCostsOf } from '../../src/costs/read-costs.ts';
import { daysAgo, type Question, someone, stranger, timezone } from './asked.ts';

const listed =
  (filter: ContactFilter, sort: Parameters<typeof listContacts>[2] = 'created', limit = 50): Question =>
  ({ database, companyId }) =>
    listContacts(database.pool, compileFilter(companyId, filter), sort, null, limit);

const counted =
  (filter: ContactFilter): Question =>
  ({ database, companyId }) =>
    countAudience(database.pool, companyId, filter);

const everyone: RecipientFilter = { state: null, reason: null, phoneNumber: null };

const recipients =
  (filter: Partial<RecipientFilter>, rowsMax = 51): Question =>
  ({ database, companyId }) =>
    listRecipients(database.pool, { companyId, id: companyId }, { ...everyone, ...filter }, 0, rowsMax);

const costs =
  (days: number, group: NonNullable<CostQuery['group']>): Question =>
  ({ database, companyId }) =>
    readCostsOf(
      database.pool,
      { id: companyId, timezone },
      { from: daysAgo(days - 1).slice(0, 10), to: daysAgo(0).slice(0, 10), group },
    );

/** Rows of an exported file of contacts or of a campaign's people. */
const fileRows = 1_000;

export const questionsOfPeople: Readonly<Record<string, Question>> = {
  'contacts: the newest': listed({}),
  'contacts: by name': listed({}, 'name'),
  'contacts: last seen first': listed({}, 'last_seen'),
  'contacts: by a word that all have': listed({ search: 'khan' }),
  'contacts: by the beginning of a name': listed({ search: 'mary' }),
  'contacts: by a word that none has': listed({ search: 'zzzz' }),
  'contacts: by a number; by its end': async (asked) => {
    await listed({ search: someone })(asked);
    await listed({ search: '7919' })(asked);
  },
  'contacts: by a number that none has': listed({ search: stranger }),
  'contacts: by a tag of many': listed({ tags_all: ['vip'] }),
  'contacts: by a tag of few, by name': listed({ tags_all: ['rare'] }, 'name'),
  'contacts: by a tag that none has': listed({ tags_all: ['none'] }),
  'contacts: by a field': listed({ fields: [{ name: 'city', operator: 'equals', value: 'City 7' }] }),
  'contacts: by a field that none has': listed({
    fields: [{ name: 'city', operator: 'equals', value: 'Nowhere' }],
  }),
  'contacts: by a part of a field': listed({
    fields: [{ name: 'city', operator: 'contains', value: 'nowhere' }],
  }),
  'contacts: by consent': listed({ consent: ['opted_out'] }),
  'contacts: by a language that none has': listed({ languages: ['fr'] }),
  'contacts: first page of a file': listed({}, 'created', fileRows),
  'contacts: tags with their numbers': ({ database, companyId }) => listTags(database.pool, companyId),
  'contacts: counted, all': counted({}),
  'contacts: counted, seen within 30 days': counted({ seen_within_days: 30 }),
  'campaign: its people': recipients({}),
  'campaign: its people who failed': recipients({ state: 'failed' }),
  'campaign: its people of one state': recipients({ state: 'delivered' }),
  'campaign: its people of a state that none has': recipients({ state: 'waiting' }),
  'campaign: one of its people': recipients({ phoneNumber: someone }),
  'campaign: first page of a file': recipients({}, fileRows),
  'campaign: its numbers': ({ database, companyId }) =>
    readCampaignStatistics(database.pool, { companyId, id: companyId }, {}),
  'costs: 30 days': costs(30, 'day'),
  'costs: 180 days by sender': costs(180, 'sender'),
  'costs: 180 days by campaign': costs(180, 'campaign'),
  'costs: 180 days by template': costs(180, 'template'),
};
