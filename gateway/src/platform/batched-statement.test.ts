import { describe, expect, it } from 'vitest';
import { batchedStatement, plainColumn, sharedValue, textColumn } from './batched-statement.ts';

const statement = batchedStatement(
  'greet',
  `select * from unnest($1::uuid[], $2::text[]) as row (id, name) where id > $3`,
);

describe('a statement for a batch', () => {
  it('is given arrays for several rows, and what they share as it is', () => {
    const columns = [plainColumn([1, 2]), textColumn(['Sara', null]), sharedValue('x')];
    expect(statement(columns)).toEqual({
      name: 'greet',
      text: `select * from unnest($1::uuid[], $2::text[]) as row (id, name) where id > $3`,
      values: ['{1,2}', '{"Sara",NULL}', 'x'],
    });
  });

  it('is another for one row, with plain values', () => {
    expect(statement([plainColumn([1]), textColumn(['Sa"ra']), sharedValue('x')])).toEqual({
      name: 'greet-one',
      text: `select * from (select $1::uuid as id, $2::text as name) as row where id > $3`,
      values: [1, 'Sa"ra', 'x'],
    });
  });

  it('names the values itself where nobody else does', () => {
    const nameless = batchedStatement('count', 'insert into t select * from unnest($1::int[], $2::int[])');
    expect(nameless([plainColumn([1]), plainColumn([2])]).text).toBe(
      'insert into t select * from (select $1::int as value_0, $2::int as value_1) as row',
    );
  });

  it('is the one for many when a part of it has none', () => {
    expect(statement([plainColumn([1]), textColumn([]), sharedValue('x')]).name).toBe('greet');
  });
});
