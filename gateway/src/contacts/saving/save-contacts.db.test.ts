// Two who write the same people at once wait for each other, in the order of the contacts, and see what the other has done.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { contactWrite } from '../tests-support/contact-write.ts';
import type { ContactWrite } from './queries.ts';
import { saveContacts } from './save-contacts.ts';

const database = await useDatabase();
const pool = database.openPool(4);

const toWrite = (phoneNumber: string, name: string): ContactWrite =>
  contactWrite(phoneNumber, name, {
    addedTags: [name],
    consent: { state: 'opted_in', source: 'import' },
  });

const numbers = Array.from({ length: 200 }, (_, index) => `+9665${String(10_000_000 + index)}`);

const untilWaiting = async (): Promise<void> => {
  await expect
    .poll(async () => {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.count;
    })
    .toBe(1);
};

describe('an import of people who are being changed', () => {
  it('waits, and keeps an opt-out that was committed meanwhile', async () => {
    const companyId = newUuid();
    const [number = ''] = numbers;
    await saveContacts(pool, companyId, [toWrite(number, 'a')]);
    const other = await database.connect();
    await other.query('begin');
    await other.query(
      `update contacts set consent = 'opted_out', name = 'kept', language = 'ar' where company_id = $1`,
      [companyId],
    );
    const saving = saveContacts(pool, companyId, [toWrite(number, 'b')]);
    await untilWaiting();
    await other.query('commit');
    await other.end();
    expect(await saving).toMatchObject([{ outcome: 'updated' }]);
    expect(
      await database.query('select name, language, consent, tags from contacts where company_id = $1', [
        companyId,
      ]),
    ).toEqual([{ name: 'b', language: 'ar', consent: 'opted_out', tags: ['a', 'b'] }]);
  });

  it('never stands in the way of another one with the same people in another order', async () => {
    const companyId = newUuid();
    const write = (name: string, of: readonly string[]) =>
      saveContacts(
        pool,
        companyId,
        of.map((number) => toWrite(number, name)),
      );
    await write('a', numbers);
    const orders = [
      numbers,
      numbers.toReversed(),
      numbers.toSorted((a, b) => a.slice(-1).localeCompare(b.slice(-1))),
    ];
    const rounds = Array.from({ length: 5 }, () => orders).flat();
    const answers = await Promise.all(rounds.map((of, index) => write(`n${index}`, of)));
    expect(answers.map((rows) => rows.length)).toEqual(rounds.map(() => numbers.length));
    const [row] = await database.query<{ tags: number }>(
      'select min(cardinality(tags)) as tags from contacts where company_id = $1',
      [companyId],
    );
    expect(row?.tags).toBe(rounds.length + 1);
  });
});
