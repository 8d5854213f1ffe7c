// Lanes that are opened together share one look at what is due soon; each gets its own messages.

import pg from 'pg';
import { expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { createRetryingFinder } from './retrying-finder.ts';
import { insertMessage, newLane } from './tests-support/lane-table.ts';

const database = await useDatabase();
const pool = database.openPool(2);

it('two hundred lanes that are opened at once make a few questions, and none gets the messages of another', async () => {
  const lanes = Array.from({ length: 200 }, newLane);
  const waiting = await Promise.all(
    lanes.slice(0, 3).map((lane) => insertMessage(database, lane, { attempt: 1, dueIn: '1 minute' })),
  );
  let questions = 0;
  pool.on('acquire', () => {
    questions += 1;
  });
  const find = createRetryingFinder(pool, pool);
  const found = await Promise.all(lanes.map(find));
  expect(found.slice(0, 3).map((rows) => rows.map(({ id }) => id))).toEqual(waiting.map((id) => [id]));
  expect(found.slice(3).flat()).toEqual([]);
  expect(questions).toBeLessThanOrEqual(2);
});

it('a look that fails is reported to all that shared it', async () => {
  const away = new pg.Pool({ connectionString: database.url });
  await away.end();
  const find = createRetryingFinder(away, away);
  const results = await Promise.allSettled([find(newLane()), find(newLane())]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
