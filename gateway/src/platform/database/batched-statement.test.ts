import { describe, expect, it } from 'vitest';
import { batchedStatement } from './batched-statement.ts';
import { binaryArray } from './binary-array.ts';

const text = `select * from unnest($1::uuid[], $2::text[]) as row (id, name) where id > $3`;
const greet = batchedStatement('greet', text);

const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];

describe('a statement for a batch', () => {
  it('is given arrays for several rows, and what they share as it is', () => {
    expect(greet([ids, ['Sara', null], 'x'])).toEqual({
      name: 'greet',
      text,
      values: [binaryArray('uuid', ids), binaryArray('text', ['Sara', null]), 'x'],
    });
  });

  it('is another for one row, with plain values', () => {
    expect(greet([['1'], ['Sa"ra'], 'x'])).toEqual({
      name: 'greet-one',
      text: `select * from (select $1::uuid as id, $2::text as name) as row where id > $3`,
      values: ['1', 'Sa"ra', 'x'],
    });
  });

  it('tells moments in UTC', () => {
    const remember = batchedStatement('remember', 'select * from unnest($1::timestamptz[]) where $2 > now()');
    const moment = new Date('2026-11-15T12:00:00.5Z');
    expect(remember([[moment], moment]).values).toEqual([
      '2026-11-15T12:00:00.500Z',
      '2026-11-15T12:00:00.500Z',
    ]);
  });

  it('names the values itself where nobody else does', () => {
    const nameless = batchedStatement(
      'count',
      'insert into t select * from unnest($1::integer[], $2::integer[])',
    );
    expect(nameless([[1], [2]]).text).toBe(
      'insert into t select * from (select $1::integer as value_0, $2::integer as value_1) as row',
    );
  });

  it('is the one for many when a part of it has none', () => {
    expect(greet([[ids[0]], [], 'x']).name).toBe('greet');
  });

  it('looks for rows of an earlier try only when there may be one', () => {
    const insert = 'insert into t select * from unnest($1::integer[]) as row (id)';
    const keep = batchedStatement('keep', `${insert} on conflict do nothing /* when repeated */`);
    expect(keep([[1, 2]])).toMatchObject({ name: 'keep', text: insert });
    expect(keep([[1, 2]], true)).toMatchObject({
      name: 'keep-again',
      text: `${insert} on conflict do nothing /* when repeated */`,
    });
    expect(keep([[1]], true).name).toBe('keep-again-one');
  });

  it('is the same when it is repeated, where that makes no difference', () => {
    expect(greet([ids, ['Sara', null], 'x'], true).name).toBe('greet');
  });

  it('is refused when it has arrays of a type that nobody can write', () => {
    expect(() => batchedStatement('draw', 'select unnest($1::point[])')).toThrow(
      'draw: arrays of point cannot be written',
    );
  });
});
