import { describe, expect, it } from 'vitest';
import { batchedStatement, shared } from './batched-statement.ts';
import { binaryArray } from './binary-array.ts';
import { columnTable } from './column-table.ts';

interface Person {
  readonly id: string;
  readonly name: string | null;
}

const people = columnTable<Person>({ id: ['uuid', (row) => row.id], name: ['text', (row) => row.name] });

const greet = batchedStatement(
  'greet',
  { people, after: shared },
  (given) => `select * from ${given.people.rows} where id > ${given.after}`,
);

const [one, two] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;
const sara: Person = { id: one, name: 'Sara' };
const unnamed: Person = { id: two, name: null };

describe('a statement for a batch', () => {
  it('is given arrays for several rows, and what they share as it is', () => {
    expect(greet({ people: [sara, unnamed], after: 'x' })).toEqual({
      name: 'greet',
      text: 'select * from unnest($1::uuid[], $2::text[]) as row (id, name) where id > $3',
      values: [binaryArray('uuid', [one, two]), binaryArray('text', ['Sara', null]), 'x'],
    });
  });

  it('is another for one row, with plain values', () => {
    expect(greet({ people: [{ id: '1', name: 'Sa"ra' }], after: 'x' })).toEqual({
      name: 'greet-one',
      text: 'select * from (select $1::uuid as id, $2::text as name) as row where id > $3',
      values: ['1', 'Sa"ra', 'x'],
    });
  });

  it('writes moments in UTC', () => {
    const moments = columnTable<Date>({ at: ['timestamptz', (moment) => moment] });
    const remember = batchedStatement(
      'remember',
      { moments, now: shared },
      (given) => `select * from ${given.moments.rows} where ${given.now} > at`,
    );
    const moment = new Date('2026-11-15T12:00:00.5Z');
    expect(remember({ moments: [moment], now: moment }).values).toEqual([
      '2026-11-15T12:00:00.500Z',
      '2026-11-15T12:00:00.500Z',
    ]);
  });

  it('numbers its parameters in the order of its inputs, whatever order its text names them in', () => {
    const both = batchedStatement(
      'both',
      { limit: shared, people, others: people, state: shared },
      ({ limit, people: these, others, state }) =>
        `select from ${others.rows}, ${these.pick('name')} where ${state} limit ${limit}`,
    );
    expect(both({ limit: 5, people: [sara], others: [unnamed], state: 'new' })).toEqual({
      name: 'both-one',
      text: 'select from (select $4::uuid as id, $5::text as name) as row, (select $3::text as name) as row where $6 limit $1',
      values: [5, one, 'Sara', two, null, 'new'],
    });
  });

  it('is the one for many when a part of it has none', () => {
    const both = batchedStatement(
      'both',
      { people, others: people },
      (given) => `select from ${given.people.rows}, ${given.others.rows}`,
    );
    expect(both({ people: [sara], others: [] }).name).toBe('both');
  });

  it('searches for rows of an earlier try only when there may be one', () => {
    const keep = batchedStatement(
      'keep',
      { people },
      (given, whenRepeated) =>
        `insert into t select * from ${given.people.rows}${whenRepeated(' on conflict do nothing')}`,
    );
    const insert = 'insert into t select * from unnest($1::uuid[], $2::text[]) as row (id, name)';
    expect(keep({ people: [sara, unnamed] })).toMatchObject({ name: 'keep', text: insert });
    expect(keep({ people: [sara, unnamed] }, true)).toMatchObject({
      name: 'keep-again',
      text: `${insert} on conflict do nothing`,
    });
    expect(keep({ people: [sara] }, true).name).toBe('keep-again-one');
  });

  it('is the same when it is repeated, where that makes no difference', () => {
    expect(greet({ people: [sara, unnamed], after: 'x' }, true).name).toBe('greet');
  });

  it('keeps its arrays when others are written before it is sent', () => {
    const first = greet({ people: [sara, unnamed], after: 'x' });
    greet({ people: Array.from({ length: 500 }, () => ({ id: two, name: 'n'.repeat(500) })), after: 'x' });
    expect(first.values[1]).toEqual(binaryArray('text', ['Sara', null]));
  });
});
